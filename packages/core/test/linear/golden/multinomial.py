"""Group risks of logistic regression with four and with two classes on a small made-up table, computed without fairfront.

    python3 multinomial.py        writes multinomial.json, the table included, beside this file (then format it: npm run format)

    minimise   sum_a mu_a r_a(W, b) + l2/2 |W|^2      r_a: mean cross-entropy over the rows of group a; b is not penalised
    four classes: probabilities softmax(W x + b), W of 4 x columns, every row of it penalised
    two classes:  probability of class 1 is 1 / (1 + exp(-w x - b)), one w; the softmax with two penalised rows would be another problem

scikit-learn solves it (newton-cg for four classes, newton-cholesky for two); full Newton steps, written here with scipy's Cholesky
solver, solve it again. Where the two differ by more than AGREEMENT in any group's risk nothing is written.

The table: groups of 120, 80 and 40 rows; the last group has no row of class 3. Columns 0 and 1 are plain numbers, 2 is large,
3 is mostly 0, 4 is 0 or 1, 5 is 1 minus that: with an intercept only the penalty tells the last two apart.
"""

import json
import math
import pathlib
import warnings

import numpy as np
import scipy.linalg
import sklearn
from scipy.special import log_softmax
from sklearn.linear_model import LogisticRegression

AGREEMENT = 1e-10
GROUP_ROWS = [120, 80, 40]


def make_table():
    rng = np.random.default_rng(1848)
    groups = np.repeat(np.arange(3), GROUP_ROWS)
    n = len(groups)
    numbers = rng.normal(size=(n, 4)) + 0.4 * rng.normal(size=(3, 4))[groups]
    numbers[:, 2] *= 25
    numbers[rng.random(n) < 0.7, 3] = 0
    flag = (rng.random(n) < 0.35) * 1.0
    X = np.round(np.column_stack([numbers, flag, 1 - flag]), 3)
    pull = rng.normal(size=(6, 4)) * np.array([1, 1, 0.04, 1, 1, 0])[:, None]
    score = X @ pull + 0.5 * rng.normal(size=(3, 4))[groups]
    score[groups == 2, 3] = -np.inf
    labels = np.argmax(score + rng.gumbel(size=score.shape), axis=1)
    order = rng.permutation(n)
    return X[order], labels[order], groups[order]


def losses_of(parameters, X, y, classes):
    """parameters: classes x (columns + 1), or 1 x (columns + 1) for two classes."""
    z = X @ parameters[:, :-1].T + parameters[:, -1]
    if classes == 2:
        z = np.column_stack([np.zeros(len(z)), z])
    return -log_softmax(z, axis=1)[np.arange(len(y)), y]


def solve_sklearn(X, y, weights, l2, classes):
    """Rows of weight 0 have to go: with many, newton-cholesky would resort to lbfgs."""
    used = weights > 0
    solver, kind = ("newton-cholesky", "ovr") if classes == 2 else ("newton-cg", "multinomial")
    n = len(y)
    model = LogisticRegression(C=1 / (l2 * n), solver=solver, multi_class=kind, tol=1e-14, max_iter=500)
    with warnings.catch_warnings():
        # At this tolerance line searches end in rounding; the other solver tells whether it mattered.
        warnings.simplefilter("ignore")
        model.fit(X[used], y[used], sample_weight=n * weights[used])
    return np.column_stack([model.coef_, model.intercept_])


def solve_newton(X, y, weights, l2, classes):
    rows = 1 if classes == 2 else classes
    A = np.column_stack([X, np.ones(len(X))])
    penalty = np.tile(np.append(np.full(X.shape[1], l2), 0), rows)
    hit = (y[:, None] == (np.array([1]) if rows == 1 else np.arange(rows))) * 1.0
    free = np.arange(len(penalty) - (rows > 1))  # a number added to all intercepts changes nothing: the last one stays 0
    flat = np.zeros(len(penalty))

    def objective(flat):
        return weights @ losses_of(flat.reshape(rows, -1), X, y, classes) + penalty @ flat**2 / 2

    for _ in range(100):
        z = A @ flat.reshape(rows, -1).T
        p = 1 / (1 + np.exp(-z)) if rows == 1 else np.exp(log_softmax(z, axis=1))
        gradient = ((weights[:, None] * (p - hit)).T @ A).ravel() + penalty * flat
        blocks = [
            [A.T @ ((weights * p[:, i] * ((i == j) - p[:, j]))[:, None] * A) for j in range(rows)] for i in range(rows)
        ]
        hessian = np.block(blocks) + np.diag(penalty)
        step = np.zeros(len(flat))
        step[free] = scipy.linalg.solve(hessian[np.ix_(free, free)], -gradient[free], assume_a="pos")
        length = 1.0
        while objective(flat + length * step) > objective(flat) + 1e-15 and length > 1e-10:
            length /= 2
        flat = flat + length * step
        change = A @ step.reshape(rows, -1).T
        if np.abs(change - (rows > 1) * change.mean(axis=1, keepdims=True)).max() < 1e-10:
            return flat.reshape(rows, -1)
    raise ArithmeticError("Newton steps did not settle")


def solve(mu, l2, X, y, groups, classes):
    weights = (np.array(mu) / GROUP_ROWS)[groups]
    first, second = (solver(X, y, weights, l2, classes) for solver in (solve_sklearn, solve_newton))
    risks, again = (
        [math.fsum(losses[groups == a]) / GROUP_ROWS[a] for a in range(3)]
        for losses in (losses_of(parameters, X, y, classes) for parameters in (first, second))
    )
    apart = np.abs(np.array(risks) - again).max()
    print(f"  l2 {l2:.1e} mu {np.round(mu, 3)}: apart by {apart:.1e}, largest parameter {np.abs(first).max():.1f}")
    assert apart < AGREEMENT
    objective = math.fsum(m * r for m, r in zip(mu, risks)) + l2 / 2 * float((first[:, :-1] ** 2).sum())
    return {"l2": l2, "mu": mu, "risks": risks, "objective": objective}


def problem(name, X, labels, groups, classes):
    n = len(labels)
    mus = [[1 / 3, 1 / 3, 1 / 3], [rows / n for rows in GROUP_ROWS], [0.05, 0.15, 0.8], [0.0, 0.7, 0.3]]
    print(name)
    solves = [solve(mu, l2, X, labels, groups, classes) for l2 in (1e-3, 1 / (1e6 * n)) for mu in mus]
    return {"name": name, "classCount": classes, "labels": labels.tolist(), "solves": solves}


if __name__ == "__main__":
    X, labels, groups = make_table()
    written = {
        "scikitLearn": sklearn.__version__,
        "rowCount": X.shape[0],
        "columnCount": X.shape[1],
        "features": (X + 0).ravel().tolist(),  # row by row
        "groups": groups.tolist(),
        "problems": [
            problem("four classes", X, labels, groups, 4),
            problem("two classes", X, labels % 2, groups, 2),
        ],
    }
    pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(written, indent=1) + "\n")
