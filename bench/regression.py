"""scikit-learn's way along a search: one ridge regression after the other, group risks after each. Prints one JSON line.

    python3 regression.py folder        needs Debian's python3-sklearn

The folder holds meta.json { rows, columns, groups, l2, mus }, features.f64 (row by row), values.f64 and groups.i32, little endian. A row's weight
is mu_a / n_a and alpha = l2 / 2: sum_a mu_a r_a + l2 |w|^2 / 2. Fits and risks are timed, reading is not; a fit comes first, so that libraries
are loaded and threads are there. Cholesky on dense rows, which is exact, and conjugate gradients on sparse ones, which scikit-learn takes for them by
itself and which are its fastest here.
"""

import json
import pathlib
import sys
import time

import numpy as np
import scipy.sparse
import sklearn
from sklearn.linear_model import Ridge

folder = pathlib.Path(sys.argv[1])
meta = json.loads((folder / "meta.json").read_text())
X = np.fromfile(folder / "features.f64", "<f8").reshape(meta["rows"], meta["columns"])
y = np.fromfile(folder / "values.f64", "<f8")
groups = np.fromfile(folder / "groups.i32", "<i4")
counts = np.bincount(groups, minlength=meta["groups"])
mus = np.array(meta["mus"], float)
assert len(y) == len(groups) == meta["rows"] and mus.shape[1] == meta["groups"] and counts.min() > 0
by_group = mus / counts


def run(solver, rows):
    def solve(weights):
        model = Ridge(alpha=meta["l2"] / 2, solver=solver).fit(rows, y, sample_weight=weights[groups])
        errors = rows @ model.coef_ + model.intercept_ - y
        return np.bincount(groups, errors**2, len(counts)) / counts

    solve(by_group[0])
    start = time.perf_counter()
    worst = [solve(weights).max() for weights in by_group]
    return {"seconds": time.perf_counter() - start, "bestWorstRisk": min(worst)}


print(
    json.dumps(
        {
            "version": sklearn.__version__,
            "cholesky": run("cholesky", X),
            "conjugateGradients": run("sparse_cg", scipy.sparse.csr_matrix(X)),
        }
    )
)
