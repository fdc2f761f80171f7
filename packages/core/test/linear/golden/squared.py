"""Optima for least squares on small made-up tables, computed without fairfront.

    python3 squared.py           writes squared.json, the tables included, beside this file (then format it: npm run format)

The same problems as in objectives.py, with f_a(w, b) = mean of (y - <w, x> - b)^2 over the rows of group a + l2/2 |w|^2, and

    ridge          w, b that minimise sum p_a f_a, in closed form: (Z^T W Z + l2/2 I) theta = Z^T W y
"""

import json
import pathlib

import numpy as np
import scipy

import objectives
from objectives import GIVE_UP, L2, PROBLEMS, TOLERANCE, dial, epigraph, group_rows, lexicographic, ratio


def make_table(seed):
    rng = np.random.default_rng(1000 + seed)
    n = 96
    first = np.sort(rng.integers(0, 3, size=n))
    first[:9] = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    second = rng.integers(0, 2, size=n)
    X = np.round(rng.normal(size=(n, 3)) + 0.5 * rng.normal(size=(3, 3))[first], 2)
    pull = rng.normal(size=3) + 0.6 * rng.normal(size=(3, 3))[first]
    noise = np.array([0.3, 0.5, 0.7])[rng.permutation(3)][first]
    y = np.round(0.7 + (X * pull).sum(axis=1) + noise * rng.normal(size=n), 3)
    return X, y, first, second


class Problem:
    def __init__(self, X, y):
        self.Z = np.column_stack([X, np.ones(len(X))])
        self.y = y

    def value(self, theta, weights):
        """sum of weights * losses, and the penalty once for a sum of 1; with its gradient."""
        error = self.Z @ theta - self.y
        total = weights.sum()
        penalised = np.append(theta[:-1], 0)
        value = weights @ error**2 + total * L2 / 2 * (penalised @ penalised)
        return value, 2 * self.Z.T @ (weights * error) + total * L2 * penalised


def ridge(problem, weights):
    penalty = L2 / 2 * np.eye(problem.Z.shape[1])
    penalty[-1, -1] = 0
    return np.linalg.solve(problem.Z.T @ (weights[:, None] * problem.Z) + penalty, problem.Z.T @ (weights * problem.y))


def main():
    objectives.AGREEMENT = 1e-7
    problems = []
    for seed in range(PROBLEMS):
        X, y, first, second = make_table(seed)
        n = len(y)
        problem = Problem(X, y)
        rows = group_rows(first, 3)
        shares = np.bincount(first, minlength=3) / n
        solution = epigraph(problem, rows)
        worst = solution[-1]
        alone = np.array([epigraph(problem, [w])[-1] for w in rows])
        stages, _ = lexicographic(problem, rows, solution)
        problems.append(
            {
                "features": X.tolist(),
                "values": y.tolist(),
                "first": first.tolist(),
                "second": second.tolist(),
                "alone": alone.tolist(),
                "minimax": worst,
                "ridge": ridge(problem, np.ones(n) / n).tolist(),
                "ratioEqual": ratio(problem, rows, np.ones(3) / 3, 2),
                "ratioShares": ratio(problem, rows, shares, 3),
                "overlap": epigraph(problem, rows + group_rows(second, 2))[-1],
                "regret": epigraph(problem, rows, offsets=alone)[-1],
                "dial": dial(problem, rows, shares, worst),
                "stages": stages,
            }
        )
        print(seed, {k: v for k, v in problems[-1].items() if isinstance(v, float)}, stages, flush=True)
    golden = {"madeBy": f"squared.py with scipy {scipy.__version__}, numpy {np.__version__}", "l2": L2, "giveUp": GIVE_UP, "tolerance": TOLERANCE, "problems": problems}
    pathlib.Path(__file__).with_name("squared.json").write_text(json.dumps(golden) + "\n")


main()
