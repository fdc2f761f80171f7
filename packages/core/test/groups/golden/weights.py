"""What weights of rows make of metrics and of logistic regression, computed without fairfront.

    python3 weights.py        writes weights.json, the table included, beside this file (then format it: npm run format)

    metrics       scikit-learn's, group by group, with sample_weight
    solve         scikit-learn's LogisticRegression with sample_weight: minimise sum_i w_i loss_i / sum_i w_i + l2/2 |w|^2
    minimax       scipy's SLSQP: minimise t, subject to r_a + l2/2 |w|^2 <= t, r_a = sum w_i loss_i / sum w_i in group a;
                  its minimum must be above the dual value that scikit-learn finds for SLSQP's multipliers, by GAP at most

The table: groups of 90, 60 and 30 rows, weights from 0 to some ten, unevenly spread; every twelfth row has weight 0.
"""

import json
import pathlib

import numpy as np
import sklearn
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, log_loss, precision_score, recall_score, roc_auc_score

L2 = 1e-3
GAP = 1e-8
GROUP_ROWS = [90, 60, 30]


def make_table():
    rng = np.random.default_rng(1965)
    groups = np.repeat(np.arange(3), GROUP_ROWS)
    n = len(groups)
    X = np.round(rng.normal(size=(n, 3)) + 0.3 * groups[:, None], 3)
    pull = np.array([[1.8, -0.5, 0.4], [1.2, 1.2, -0.4], [0.6, 0.6, 1.2]])
    y = (rng.logistic(size=n) < (X * pull[groups]).sum(axis=1)).astype(int)
    weights = np.round(np.exp(rng.normal(size=n)), 3)
    weights[::12] = 0
    scores = np.round(1 / (1 + np.exp(-X[:, 0] - rng.normal(size=n))), 2)  # two decimals, so that there are ties
    order = rng.permutation(n)
    return X[order], y[order], groups[order], weights[order], np.clip(scores, 0.01, 0.99)[order]


def metrics_of(y, weights, scores):
    guess = (scores > 0.5).astype(int)
    weighted = {"sample_weight": weights}
    return {
        "accuracy": accuracy_score(y, guess, **weighted),
        "crossEntropy": log_loss(y, np.column_stack([1 - scores, scores]), **weighted),
        "brier": float(np.average(2 * (scores - y) ** 2, weights=weights)),
        "auc": roc_auc_score(y, scores, **weighted),
        "tpr": recall_score(y, guess, **weighted),
        "fpr": 1 - recall_score(1 - y, 1 - guess, **weighted),
        "precision": precision_score(y, guess, **weighted),
        "selectionRate": float(np.average(guess, weights=weights)),
    }


def solve(X, y, row_weights):
    """@param row_weights of sum 1"""
    model = LogisticRegression(C=1 / L2, solver="newton-cholesky", tol=1e-14, max_iter=500)
    used = row_weights > 0
    model.fit(X[used], y[used], sample_weight=row_weights[used])
    return np.append(model.coef_[0], model.intercept_[0])


def risks_of(parameters, X, y, groups, weights):
    z = X @ parameters[:-1] + parameters[-1]
    losses = np.logaddexp(0, z) - y * z
    return np.array([np.average(losses[groups == a], weights=weights[groups == a]) for a in range(3)])


def penalty(parameters):
    return L2 / 2 * float(parameters[:-1] @ parameters[:-1])


def minimax(X, y, groups, weights):
    def gradient(parameters):
        z = X @ parameters[:-1] + parameters[-1]
        residuals = (1 / (1 + np.exp(-z)) - y)[:, None] * np.column_stack([X, np.ones(len(y))])
        own = np.array([np.average(residuals[groups == a], axis=0, weights=weights[groups == a]) for a in range(3)])
        own[:, :-1] += L2 * parameters[:-1]
        return own

    def slack(v):
        return v[-1] - risks_of(v[:-1], X, y, groups, weights) - penalty(v[:-1])

    found = minimize(
        lambda v: v[-1],
        np.append(np.zeros(4), 1.0),
        jac=lambda v: np.append(np.zeros(4), 1.0),
        constraints={
            "type": "ineq",
            "fun": slack,
            "jac": lambda v: np.column_stack([-gradient(v[:-1]), np.ones(3)]),
        },
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    parameters = found.x[:-1]
    upper = float((risks_of(parameters, X, y, groups, weights) + penalty(parameters)).max())
    # The multipliers, from the gradients of the groups that are worst: sum mu_a g_a = 0.
    own = gradient(parameters)
    tight = np.flatnonzero(slack(np.append(parameters, upper)) < 1e-6)
    system = np.vstack([own[tight].T, np.ones(len(tight))])
    mu = np.zeros(3)
    mu[tight] = np.linalg.lstsq(system, np.append(np.zeros(4), 1.0), rcond=None)[0]
    totals = np.array([weights[groups == a].sum() for a in range(3)])
    dual = solve(X, y, (mu / totals)[groups] * weights)
    lower = float(mu @ risks_of(dual, X, y, groups, weights)) + penalty(dual)
    print(f"minimax {upper:.12f}, dual {lower:.12f}, mu {np.round(mu, 4)}")
    assert 0 <= mu.min() and -1e-12 < upper - lower < GAP
    return upper, mu.tolist()


if __name__ == "__main__":
    X, y, groups, weights, scores = make_table()
    naive = solve(X, y, weights / weights.sum())
    worst, mu = minimax(X, y, groups, weights)
    inside = [groups == a for a in range(3)]
    written = {
        "scikitLearn": sklearn.__version__,
        "rowCount": X.shape[0],
        "columnCount": X.shape[1],
        "features": (X + 0).ravel().tolist(),
        "labels": y.tolist(),
        "groups": groups.tolist(),
        "weights": weights.tolist(),
        "scores": scores.tolist(),
        "l2": L2,
        "shares": [float(weights[own].sum() / weights.sum()) for own in inside],
        "effectiveRows": [float(weights[own].sum() ** 2 / (weights[own] ** 2).sum()) for own in inside],
        "metrics": [metrics_of(y[own], weights[own], scores[own]) for own in inside],
        "overall": metrics_of(y, weights, scores),
        "naive": {"parameters": naive.tolist(), "risks": risks_of(naive, X, y, groups, weights).tolist()},
        "minimax": {"worst": worst, "mu": mu},
    }
    pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(written, indent=1) + "\n")
