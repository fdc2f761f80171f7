"""Least squares and minimax least squares of Adult's hours per week by sex and race, computed without fairfront.

    python3 squared-risks.py [folder]    writes squared-risks.json beside this file (then format it: npm run format)

The folder holds adult/; by default ../shared/data beside the checkout. Needs Debian's python3-scipy and python3-pandas.

    minimise   max_a r_a(w, b) + l2/2 |w|^2      r_a: mean of (y - <w, x> - b)^2 over the rows of group a; b is not penalised

Numbers are standardised by mean and population standard deviation of all rows; every level that occurs is a 0/1 feature. For given weights mu
the model is had in closed form, and what it reaches is a lower bound of the minimax value: scipy's SLSQP looks for the weights whose bound is
the highest. The worst risk of their model is an upper bound. Where the two differ by more than AGREEMENT, relative, nothing is written.
"""

import json
import pathlib
import sys

import numpy as np
import pandas
import scipy
from scipy.optimize import minimize

AGREEMENT = 1e-7
L2S = [1e-4, 1e-2]


def read(folder):
    names = (
        "age workclass fnlwgt education education-num marital-status occupation relationship race sex "
        "capital-gain capital-loss hours-per-week native-country income"
    ).split()
    return pandas.read_csv(folder / "adult/adult.data", names=names, sep=", ", engine="python", na_values="?").dropna()


def encode(features):
    numbers = features.select_dtypes("number").astype(float)
    numbers = (numbers - numbers.mean()) / numbers.std(ddof=0)
    levels = pandas.get_dummies(features.select_dtypes("object"), dtype=float)
    return np.column_stack([numbers, levels, np.ones(len(features))])


class Problem:
    def __init__(self, Z, y, group, count, l2):
        parts = [(Z[group == a], y[group == a]) for a in range(count)]
        self.parts, self.l2 = parts, l2
        self.grams = [z.T @ z / len(z) for z, _ in parts]
        self.crosses = [z.T @ t / len(z) for z, t in parts]
        self.penalty = np.eye(Z.shape[1])
        self.penalty[-1, -1] = 0

    def solve(self, mu):
        gram = sum(m * G for m, G in zip(mu, self.grams)) + self.l2 / 2 * self.penalty
        theta = np.linalg.solve(gram, sum(m * c for m, c in zip(mu, self.crosses)))
        penalty = self.l2 / 2 * (theta[:-1] @ theta[:-1])
        return np.array([np.mean((z @ theta - t) ** 2) for z, t in self.parts]), penalty

    def minimax(self):
        count = len(self.parts)
        mu = np.ones(count) / count

        def bound(mu):
            risks, penalty = self.solve(mu)
            return -(mu @ risks + penalty) / 100, -risks / 100

        best = None
        for _ in range(20):  # begun anew: SLSQP stops early
            mu = minimize(
                bound, mu, jac=True, bounds=[(0, 1)] * count, constraints={"type": "eq", "fun": lambda m: m.sum() - 1, "jac": lambda m: np.ones(count)},
                method="SLSQP", options={"ftol": 1e-16, "maxiter": 1000},
            ).x
            mu = np.maximum(mu, 0) / np.maximum(mu, 0).sum()
            risks, penalty = self.solve(mu)
            lower, upper = mu @ risks + penalty, risks.max() + penalty
            print(f"l2 {self.l2}: {lower} to {upper}, {np.round(mu, 3)}")
            if best is None or upper - lower < best[1] - best[0]:
                best = (lower, upper)
            if best[1] - best[0] < AGREEMENT * best[1]:
                return best
        raise ArithmeticError("the bounds do not meet")


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve()
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[6].parent / "shared/data"
    table = read(folder)
    y = table["hours-per-week"].to_numpy(float)
    Z = encode(table.drop(columns=["fnlwgt", "race", "sex", "hours-per-week"]))
    label = (table["sex"] + " · " + table["race"]).to_numpy()
    names = sorted(set(label))
    group = np.array([names.index(one) for one in label])
    counts = np.bincount(group)
    problems = []
    for l2 in L2S:
        problem = Problem(Z, y, group, len(names), l2)
        lower, upper = problem.minimax()
        naive, _ = problem.solve(counts / len(y))
        problems.append({"l2": l2, "naiveRisks": naive.tolist(), "lower": lower, "upper": upper})
    written = {"madeBy": f"scipy {scipy.__version__}, numpy {np.__version__}", "groups": names, "groupRows": counts.tolist(), "features": Z.shape[1] - 1, "problems": problems}
    here.with_suffix(".json").write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n")
