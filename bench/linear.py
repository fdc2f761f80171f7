"""scikit-learn's way along a search: one warm-started logistic regression after the other, group risks after each. Prints one JSON line.

    python3 linear.py folder        needs Debian's python3-sklearn

The folder holds meta.json { rows, columns, groups, l2, mus }, features.f64 (row by row), labels.i32 (0 or 1) and groups.i32, little endian.
A row's weight is n mu_a / n_a and C = 1 / (l2 n): sum_a mu_a r_a + l2 |w|^2 / 2, n times. Tolerances are scikit-learn's own. Fits and risks
are timed, reading is not; a fit of another estimator comes first, so that libraries are loaded and threads are there.
"""

import json
import pathlib
import resource
import sys
import time
import warnings

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_info

MAX_ITERATIONS = 100_000  # no solver is to stop before it has converged

folder = pathlib.Path(sys.argv[1])
meta = json.loads((folder / "meta.json").read_text())
X = np.fromfile(folder / "features.f64", "<f8").reshape(meta["rows"], meta["columns"])
y = np.fromfile(folder / "labels.i32", "<i4")
groups = np.fromfile(folder / "groups.i32", "<i4")
counts = np.bincount(groups, minlength=meta["groups"])
mus = np.array(meta["mus"], float)
C = 1 / (meta["l2"] * meta["rows"])
assert len(y) == len(groups) == meta["rows"] and mus.shape[1] == meta["groups"] and counts.min() > 0
assert set(np.unique(y)) == {0, 1}

by_group = len(y) * mus / counts  # mus x groups
towards = np.where(y == 1, -1.0, 1.0)


def estimator(solver):
    return LogisticRegression(C=C, solver=solver, warm_start=True, max_iter=MAX_ITERATIONS)


def group_risks(model):
    z = X @ model.coef_[0]
    z += model.intercept_
    z *= towards
    return np.bincount(groups, np.logaddexp(0, z), len(counts)) / counts


def run(solver):
    group_risks(estimator(solver).fit(X, y, sample_weight=by_group[0][groups]))
    model = estimator(solver)
    risks, iterations = [], 0
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        start = time.perf_counter()
        for weights in by_group:
            model.fit(X, y, sample_weight=weights[groups])
            risks.append(group_risks(model))
            iterations += int(model.n_iter_[0])
        seconds = time.perf_counter() - start
    best = np.minimum.accumulate(np.max(risks, axis=1))
    return {
        "seconds": seconds,
        "iterations": iterations,
        # Of Newton's, each is a solve that resorted to lbfgs: many rows of weight 0, or a Hessian near singular.
        "warnings": len(caught),
        "bestWorstRisk": best[-1],
        "worstRisks": best.tolist(),  # the best so far, solve by solve
        "risks": np.array(risks).tolist(),  # solve by solve, by group
    }


print(
    json.dumps(
        {
            "version": sklearn.__version__,
            "threads": max((pool["num_threads"] for pool in threadpool_info()), default=1),
            "solves": len(mus),
            "lbfgs": run("lbfgs"),
            "newtonCholesky": run("newton-cholesky"),
            "peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }
    )
)
