"""Optima of other objectives than minimax for logistic regression on small made-up tables, computed without fairfront.

    python3 objectives.py        writes objectives.json, the tables included, beside this file (then format it: npm run format)

With f_a(w, b) = mean cross-entropy over the rows of group a + l2/2 |w|^2, p the shares of the groups, each is one convex
problem, solved by scipy's SLSQP in its epigraph form (min t subject to smooth constraints) from two starts:

    ratio          max of sum mu_a f_a over m b <= mu <= R m b, sum mu = 1, by all its corners; b equal, or the shares
    overlap        max over the groups of two families, each row in one group of either
    regret         max of f_a minus what the group has alone
    dial           min of sum p_a f_a subject to f_a <= minimax + give_up
    lexicographic  minimax t1; groups with a multiplier are held at t1 (1 + tolerance), the others' worst is minimised; and so on
    blind          max of the mean over any share of the rows: min over c of c + mean(max(loss - c, 0)) / share

Where the two starts differ by more than AGREEMENT nothing is written.
"""

import itertools
import json
import pathlib

import numpy as np
import scipy
from scipy.optimize import minimize

AGREEMENT = 3e-8
PROBLEMS = 20
L2 = 0.01
GIVE_UP = 0.01
TOLERANCE = 1e-3
SHARE = 0.7


def make_table(seed):
    rng = np.random.default_rng(seed)
    n = 96
    first = np.sort(rng.integers(0, 3, size=n))
    first[:9] = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    second = rng.integers(0, 2, size=n)
    X = np.round(rng.normal(size=(n, 3)) + 0.5 * rng.normal(size=(3, 3))[first], 2)
    pull = rng.normal(size=3) + 0.9 * rng.normal(size=(3, 3))[first]
    noise = np.array([0.02, 0.1, 0.25])[rng.permutation(3)][first]
    y = ((X * pull).sum(axis=1) > 0) ^ (rng.random(n) < noise)
    return X, y.astype(int), first, second


class Problem:
    def __init__(self, X, y):
        self.Z = np.column_stack([X, np.ones(len(X))])
        self.sign = 2 * y - 1

    def losses(self, theta):
        return np.logaddexp(0, -self.sign * (self.Z @ theta))

    def value(self, theta, weights):
        """sum of weights * losses, and the penalty once for a sum of 1; with its gradient."""
        margin = self.sign * (self.Z @ theta)
        slope = -self.sign / (1 + np.exp(margin))
        total = weights.sum()
        penalised = np.append(theta[:-1], 0)
        value = weights @ np.logaddexp(0, -margin) + total * L2 / 2 * (penalised @ penalised)
        return value, self.Z.T @ (weights * slope) + total * L2 * penalised


def best(fun, jac, constraints, starts):
    found = []
    for start in starts:
        x = start
        for _ in range(3):
            x = minimize(fun, x, jac=jac, constraints=constraints, method="SLSQP", options={"ftol": 1e-15, "maxiter": 2000}).x
        found.append(x)
    values = [fun(x) for x in found]
    broken = [max([0] + [max(-np.min(c["fun"](x)), 0) for c in constraints]) for x in found]
    assert max(broken) < 1e-8, broken
    assert abs(values[0] - values[1]) < AGREEMENT, values
    return found[int(np.argmin(values))]


def epigraph(problem, rows, caps=(), offsets=None):
    """min t subject to value(rows_k) - offset_k <= t, and value(row) <= cap for the capped. rows: weights of the table's rows."""
    offsets = np.zeros(len(rows)) if offsets is None else offsets
    size = problem.Z.shape[1]

    def under(weights, offset):
        def fun(x):
            return x[-1] + offset - problem.value(x[:-1], weights)[0]

        def jac(x):
            return np.append(-problem.value(x[:-1], weights)[1], 1)

        return {"type": "ineq", "fun": fun, "jac": jac}

    def capped(weights, cap):
        def fun(x):
            return cap - problem.value(x[:-1], weights)[0]

        def jac(x):
            return np.append(-problem.value(x[:-1], weights)[1], 0)

        return {"type": "ineq", "fun": fun, "jac": jac}

    constraints = [under(w, o) for w, o in zip(rows, offsets)] + [capped(w, c) for w, c in caps]
    unit = np.zeros(size + 1)
    unit[-1] = 1
    starts = [np.append(np.zeros(size), 2.0), np.append(0.3 * np.ones(size), 3.0)]
    return best(lambda x: x[-1], lambda x: unit, constraints, starts)


def group_rows(groups, count):
    return [np.where(groups == a, 1 / (groups == a).sum(), 0.0) for a in range(count)]


def corners(base, ratio):
    for high in itertools.product([1, ratio], repeat=len(base)):
        mu = np.array(high) * base
        yield mu / mu.sum()


def ratio(problem, rows, base, R):
    return epigraph(problem, [sum(m * w for m, w in zip(mu, rows)) for mu in corners(base, R)])[-1]


def dial(problem, rows, shares, worst):
    mean = sum(p * w for p, w in zip(shares, rows))
    caps = [{"type": "ineq", "fun": lambda x, w=w: worst + GIVE_UP - problem.value(x, w)[0], "jac": lambda x, w=w: -problem.value(x, w)[1]} for w in rows]
    size = problem.Z.shape[1]
    x = best(lambda x: problem.value(x, mean)[0], lambda x: problem.value(x, mean)[1], caps, [np.zeros(size), 0.2 * np.ones(size)])
    return problem.value(x, mean)[0]


def lexicographic(problem, rows, solution):
    """Stages: a group is held once it cannot be better at this stage: where its share in a mixed gradient is > 0."""
    stages = []
    held = {}
    while True:
        x = solution if not held else epigraph(problem, [w for a, w in enumerate(rows) if a not in held], [(rows[a], cap) for a, cap in held.items()])
        theta, t = x[:-1], x[-1]
        stages.append(t)
        free = [a for a in range(len(rows)) if a not in held]
        active = free + list(held)
        grads = np.array([problem.value(theta, rows[a])[1] for a in active])
        slack = np.array([(t if a in free else held[a]) - problem.value(theta, rows[a])[0] for a in active])
        # Multipliers: nonnegative, of sum 1 over the free ones, only where there is no slack.
        use = [i for i in range(len(active)) if slack[i] < 1e-6]
        A = np.vstack([grads[use].T, 1e-0 * np.array([[1.0 if active[i] in free else 0.0 for i in use]])])
        b = np.append(np.zeros(grads.shape[1]), 1.0)
        multipliers, residual = scipy.optimize.nnls(A, b)
        assert residual < 1e-4, residual
        pressed = [active[i] for i, m in zip(use, multipliers) if m > 1e-4 and active[i] in free]
        for a in pressed:
            held[a] = t * (1 + TOLERANCE)
        if len(held) == len(rows):
            return stages, sorted(held)


def blind(problem, n):
    """min over theta, c, u >= 0 with u >= loss - c: c + mean(u)/share + penalty."""
    size = problem.Z.shape[1]

    def fun(x):
        penal = L2 / 2 * (x[: size - 1] @ x[: size - 1])
        return x[size] + x[size + 1 :].mean() / SHARE + penal

    def jac(x):
        g = np.zeros(len(x))
        g[: size - 1] = L2 * x[: size - 1]
        g[size] = 1
        g[size + 1 :] = 1 / n / SHARE
        return g

    def above(x):
        return x[size + 1 :] + x[size] - problem.losses(x[:size])

    def above_jac(x):
        margin = problem.sign * (problem.Z @ x[:size])
        slope = -problem.sign / (1 + np.exp(margin))
        return np.column_stack([-(slope[:, None] * problem.Z), np.ones(n), np.eye(n)])

    constraints = [
        {"type": "ineq", "fun": above, "jac": above_jac},
        {"type": "ineq", "fun": lambda x: x[size + 1 :], "jac": lambda x: np.column_stack([np.zeros((n, size + 1)), np.eye(n)])},
    ]
    starts = [np.concatenate([np.zeros(size), [0.7], np.ones(n)]), np.concatenate([0.2 * np.ones(size), [0.5], 2 * np.ones(n)])]
    return fun(best(fun, jac, constraints, starts))


def main():
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
                "labels": y.tolist(),
                "first": first.tolist(),
                "second": second.tolist(),
                "alone": alone.tolist(),
                "minimax": worst,
                "ratioEqual": ratio(problem, rows, np.ones(3) / 3, 2),
                "ratioShares": ratio(problem, rows, shares, 3),
                "overlap": epigraph(problem, rows + group_rows(second, 2))[-1],
                "regret": epigraph(problem, rows, offsets=alone)[-1],
                "dial": dial(problem, rows, shares, worst),
                "stages": stages,
                "blind": blind(problem, n),
            }
        )
        print(seed, {k: v for k, v in problems[-1].items() if isinstance(v, float)}, stages, flush=True)
    golden = {"madeBy": f"objectives.py with scipy {scipy.__version__}, numpy {np.__version__}", "l2": L2, "giveUp": GIVE_UP, "tolerance": TOLERANCE, "share": SHARE, "problems": problems}
    pathlib.Path(__file__).with_name("objectives.json").write_text(json.dumps(golden) + "\n")


if __name__ == "__main__":
    main()
