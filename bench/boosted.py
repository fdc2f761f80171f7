"""XGBoost's hist on the rows of a folder, in a process of its own. Prints one JSON line.

    python3 boosted.py folder threads bins trees        needs Debian's python3-xgboost

The folder holds meta.json { rows, columns }, features.f32 (row by row) and labels.i32, little endian. What is timed begins with the
matrix in memory; making the DMatrix is a part of it, and told apart. Bins are one more than ours, which keep one for missing cells.
"""

import json
import pathlib
import resource
import sys
import time

import numpy as np
import xgboost as xgb

folder = pathlib.Path(sys.argv[1])
threads, bins, trees = map(int, sys.argv[2:5])
meta = json.loads((folder / "meta.json").read_text())
X = np.fromfile(folder / "features.f32", "<f4").reshape(meta["rows"], meta["columns"])
y = np.fromfile(folder / "labels.i32", "<i4")
parameters = {
    "objective": "binary:logistic",
    "tree_method": "hist",
    "base_score": float(y.mean()),
    "max_depth": 6,
    "eta": 0.1,
    "max_bin": bins + 1,
    "nthread": threads,
}

start = time.perf_counter()
data = xgb.DMatrix(X, y, nthread=threads)
made = time.perf_counter()
model = xgb.train(parameters, data, trees)
end = time.perf_counter()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
p = model.predict(data).astype(float)
print(
    json.dumps(
        {
            "version": xgb.__version__,
            "ms": (end - start) * 1e3,
            "binsMs": (made - start) * 1e3,
            "logLoss": float(-np.log(np.maximum(np.where(y == 1, p, 1 - p), 1e-15)).mean()),
            "peakBytes": peak,
        }
    )
)
