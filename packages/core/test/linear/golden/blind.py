"""Optima of the worst share's mean loss for logistic regression, computed without fairfront.

    python3 blind.py        writes blind.json beside this file, from the tables of objectives.json and from German
                            as it is shipped (then format it: npm run format)

The problem is  min over theta, c of  c + sum p_i max(loss_i - c, 0) / share + l2/2 |w|^2,  p_i: a row's part of all weight.
max(x, 0) becomes t log(1 + exp(x/t)), which is above it by at most t log 2, and t falls; each smooth problem is solved by
Newton's method with a line search by scipy. At the end the optimum lies between the smooth minimum less t log 2 / share and what
theta itself is worth by a sort; nothing is written where these are further apart than AGREEMENT, or where the optimum of SLSQP
in objectives.json (share 0.7) is another one.
"""

import gzip
import json
import pathlib

import numpy as np
import scipy
from scipy.linalg import lstsq
from scipy.optimize import line_search
from scipy.special import expit, log_softmax

HERE = pathlib.Path(__file__).parent
GERMAN = HERE.joinpath("../../../../fairfront/data/german").resolve()
AGREEMENT = 2e-7
SHARES = [0.1, 0.3, 0.7]
GERMAN_SHARES = [0.1, 0.5, 0.8]
L2 = 0.01


class Problem:
    """Losses of all rows with their derivatives. One output for two classes, else one for each."""

    def __init__(self, X, y, classes):
        self.Z = np.column_stack([X, np.ones(len(X))])
        self.y = y
        self.outputs = 1 if classes == 2 else classes
        self.size = self.outputs * self.Z.shape[1]
        self.penalised = np.tile(np.append(np.ones(X.shape[1]), 0), self.outputs)

    def losses(self, theta):
        scores = self.Z @ theta.reshape(self.outputs, -1).T
        if self.outputs == 1:
            scores = np.column_stack([np.zeros(len(scores)), scores])
        return -log_softmax(scores, axis=1)[np.arange(len(self.y)), self.y]

    def residuals(self, theta):
        """(probabilities - labels, probabilities): rows x outputs."""
        scores = self.Z @ theta.reshape(self.outputs, -1).T
        if self.outputs == 1:
            p = expit(scores)
            return p - self.y[:, None], p
        p = np.exp(log_softmax(scores, axis=1))
        return p - np.eye(self.outputs)[self.y], p

    def penalty(self, theta):
        return L2 / 2 * (self.penalised * theta) @ theta


def worst_share(losses, p, share):
    order = np.argsort(-losses)
    taken = np.clip(share - np.concatenate([[0], np.cumsum(p[order])[:-1]]), 0, p[order])
    return taken @ losses[order] / share


def solve(problem, p, share):
    n, size = len(p), problem.size
    x = np.append(np.zeros(size), np.log(max(2, problem.outputs)))

    def smooth(x, t):
        u = (problem.losses(x[:-1]) - x[-1]) / t
        return x[-1] + p @ np.logaddexp(0, u) * t / share + problem.penalty(x[:-1])

    def gradient(x, t):
        q = p * expit((problem.losses(x[:-1]) - x[-1]) / t) / share
        r, _ = problem.residuals(x[:-1])
        g = ((q[:, None] * r).T @ problem.Z).ravel() + L2 * problem.penalised * x[:-1]
        return np.append(g, 1 - q.sum())

    def hessian(x, t):
        s = expit((problem.losses(x[:-1]) - x[-1]) / t)
        q, b = p * s / share, p * s * (1 - s) / t / share
        r, prob = problem.residuals(x[:-1])
        J = np.column_stack([(r[:, :, None] * problem.Z[:, None, :]).reshape(n, -1), -np.ones(n)])
        H = J.T @ (b[:, None] * J)
        K, width = problem.outputs, problem.Z.shape[1]
        for k in range(K):
            for l in range(K):
                c = q * prob[:, k] * ((k == l) - prob[:, l])
                H[k * width : (k + 1) * width, l * width : (l + 1) * width] += problem.Z.T @ (c[:, None] * problem.Z)
        H[:size, :size] += np.diag(L2 * problem.penalised)
        return H

    t = 0.3
    while t > 1e-8:
        for _ in range(300):
            g = gradient(x, t)
            step = lstsq(hessian(x, t), -g)[0]
            if -g @ step < 1e-14:
                break
            length = line_search(lambda x: smooth(x, t), lambda x: gradient(x, t), x, step, gfk=g, maxiter=60)[0]
            if length is None:
                length = next((0.5**k for k in range(40) if smooth(x + 0.5**k * step, t) < smooth(x, t)), 0)
            if length == 0:
                break
            x = x + length * step
        at = t
        t *= 0.4
    theta = x[:-1]
    upper = worst_share(problem.losses(theta), p, share) + problem.penalty(theta)
    zero = np.log(max(2, problem.outputs))
    lower = smooth(x, at) - at * np.log(2) / share
    upper = min(upper, zero)
    assert upper - lower < AGREEMENT, (share, upper, lower)
    return upper


def german():
    """German: numbers standardised, a column for each code in the order of columns and codes."""
    text = gzip.open(GERMAN.joinpath("german.data.gz")).read().decode()
    rows = [line.split() for line in text.strip().splitlines()]
    columns = []
    for values in list(zip(*rows))[:-1]:
        if values[0].startswith("A"):
            columns += [[float(value == level) for value in values] for level in sorted(set(values))]
        else:
            numbers = np.array([float(value) for value in values])
            columns.append((numbers - numbers.mean()) / numbers.std())
    return np.array(columns).T, np.array([int(row[-1] == "2") for row in rows])


def main():
    tables = json.loads(HERE.joinpath("objectives.json").read_text())["problems"]
    problems = []
    for seed, table in enumerate(tables):
        X, y = np.array(table["features"]), np.array(table["labels"])
        n = len(y)
        rng = np.random.default_rng(seed)
        weights = np.round(rng.exponential(size=n), 2)
        clean = ((X * rng.normal(size=3)).sum(axis=1) > 0).astype(int)  # separable: small shares leave something to learn
        third = np.where(rng.random(n) < 0.3, 2, y)
        even = np.ones(n) / n
        own = {
            "weights": weights.tolist(),
            "third": third.tolist(),
            "clean": clean.tolist(),
            "even": [solve(Problem(X, y, 2), even, share) for share in SHARES],
            "weighted": [solve(Problem(X, y, 2), weights / weights.sum(), share) for share in SHARES],
            "threeClasses": [solve(Problem(X, third, 3), even, share) for share in SHARES],
            "separable": [solve(Problem(X, clean, 2), even, share) for share in SHARES],
        }
        assert abs(own["even"][2] - table["blind"]) < AGREEMENT, (own["even"][2], table["blind"])
        problems.append(own)
        print(seed, own["even"], own["weighted"], own["separable"], flush=True)
    X, y = german()
    even = np.ones(len(y)) / len(y)
    ofGerman = {"shares": GERMAN_SHARES, "optima": [solve(Problem(X, y, 2), even, share) for share in GERMAN_SHARES]}
    print("german", ofGerman)
    golden = {"madeBy": f"blind.py with scipy {scipy.__version__}, numpy {np.__version__}", "l2": L2, "shares": SHARES, "problems": problems, "german": ofGerman}
    HERE.joinpath("blind.json").write_text(json.dumps(golden) + "\n")


main()
