"""Logistic regression under bounds on the covariance between group and decision boundary, on a small made-up table, without fairfront.

    python3 zafar.py        writes zafar.json, the table included, beside this file (then format it: npm run format)

    minimise    mean cross-entropy + l2/2 |w|^2                     probability of class 1 is 1 / (1 + exp(-w x - b)); b is not penalised
    subject to  |mean_i (1[a_i = a] - share_a) (w x_i + b)| <= c    for every group a

scipy's SLSQP solves it, and says which bounds are tight; Newton steps on the equations that then hold (gradient of the Lagrangian 0,
tight bounds met) give all digits. Where the two differ by more than AGREEMENT in the objective, where a multiplier has the wrong sign or a
bound that is not tight is not met, nothing is written. Bounds of several groups add up to 0: where all are tight, one is redundant.
"""

import json
import pathlib

import numpy as np
import scipy
from scipy.optimize import minimize

AGREEMENT = 1e-9
TIGHT = 1e-7


def make_table(group_rows, seed):
    rng = np.random.default_rng(seed)
    groups = np.repeat(np.arange(len(group_rows)), group_rows)
    n = len(groups)
    X = rng.normal(size=(n, 4)) + 0.8 * rng.normal(size=(len(group_rows), 4))[groups]
    X[:, 2] *= 20
    X[:, 3] = X[:, 3] > 0.3
    X = np.round(X, 3)
    score = X @ np.array([1.0, -0.7, 0.05, 0.8]) + 0.5 * groups - 0.5
    labels = (rng.random(n) < 1 / (1 + np.exp(-score))).astype(int)
    order = rng.permutation(n)
    return X[order], labels[order], groups[order]


def solve(X, y, groups, l2, c):
    n, count = len(y), groups.max() + 1
    A = np.column_stack([X, np.ones(n)])
    penalty = np.append(np.full(X.shape[1], l2), 0)
    indicators = (groups[:, None] == np.arange(count)) * 1.0
    C = (indicators - indicators.mean(axis=0)).T @ A / n  # groups x parameters

    def losses(t):
        return np.logaddexp(0, np.where(y == 1, -1, 1) * (A @ t))

    def value(t):
        return losses(t).mean() + penalty @ t**2 / 2

    def p(t):
        return 1 / (1 + np.exp(-(A @ t)))

    def gradient(t):
        return A.T @ (p(t) - y) / n + penalty * t

    def hessian(t):
        return A.T @ ((p(t) * (1 - p(t)))[:, None] * A) / n + np.diag(penalty)

    scale = A.std(axis=0) + (A.std(axis=0) == 0)  # SLSQP wants variables of one size
    rows = C[:1] if count == 2 else C
    constraints = [
        {"type": "ineq", "fun": lambda s, sign=sign: c - sign * (rows @ (s / scale)), "jac": lambda s, sign=sign: -sign * rows / scale}
        for sign in (1, -1)
    ]
    found = minimize(
        lambda s: value(s / scale),
        np.zeros(A.shape[1]),
        jac=lambda s: gradient(s / scale) / scale,
        constraints=constraints,
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    rough = found.x / scale
    tight = [a for a in range(len(rows)) if abs(rows[a] @ rough) > c - TIGHT]
    if len(tight) == count:
        tight = tight[1:]
    t, k = rough.copy(), len(tight)
    target = c * np.sign(rows[tight] @ rough)
    nu = np.zeros(k)
    for _ in range(50):
        K = np.block([[hessian(t), rows[tight].T], [rows[tight], np.zeros((k, k))]])
        step = np.linalg.solve(K, -np.concatenate([gradient(t) + rows[tight].T @ nu, rows[tight] @ t - target]))
        t, nu = t + step[: len(t)], nu + step[len(t) :]
    covariances = C @ t
    apart = abs(value(t) - value(rough))
    print(f"  l2 {l2} c {c}: apart by {apart:.1e}, tight {tight}, multipliers {np.round(nu, 4)}, covariances {np.round(covariances, 5)}")
    assert apart < AGREEMENT and np.abs(covariances).max() <= c + 1e-12
    assert c == 0 or np.all(nu * target >= 0)
    assert np.abs(gradient(t) + rows[tight].T @ nu).max() < 1e-13
    risks = [losses(t)[groups == a].mean() for a in range(count)]
    return {
        "l2": l2,
        "bound": c,
        "parameters": t.tolist(),
        "covariances": covariances.tolist(),
        "risks": risks,
        "objective": value(t),
    }


def problem(name, group_rows, seed):
    print(name)
    X, y, groups = make_table(group_rows, seed)
    return {
        "name": name,
        "columnCount": X.shape[1],
        "features": (X + 0).ravel().tolist(),  # row by row
        "labels": y.tolist(),
        "groups": groups.tolist(),
        "solves": [solve(X, y, groups, l2, c) for l2 in (1e-2, 1e-6) for c in (0.0, 0.005, 0.05, 0.15, 5.0)],
    }


if __name__ == "__main__":
    written = {
        "scipy": scipy.__version__,
        "problems": [
            problem("two groups", [45, 25], 1),
            problem("three groups", [35, 25, 20], 2),
        ],
    }
    pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(written, indent=1) + "\n")
