"""XGBoost on the rows of a split: the worst group's test cross-entropy, naive and with every group weighing as much.

Reads a folder with meta.json and float32 matrices; prints one JSON line."""

import json
import sys
import time

import numpy as np
import xgboost as xgb

folder = sys.argv[1]
with open(f"{folder}/meta.json") as file:
    meta = json.load(file)


def part(name):
    features = np.fromfile(f"{folder}/{name}.f32", dtype=np.float32).reshape(-1, meta["columns"])
    labels = np.fromfile(f"{folder}/{name}.labels", dtype=np.int32)
    groups = np.fromfile(f"{folder}/{name}.groups", dtype=np.int32)
    return features, labels, groups


parts = {name: part(name) for name in ("train", "validation", "test")}
classes = meta["classes"]
objective = {"objective": "binary:logistic"} if classes == 2 else {"objective": "multi:softprob", "num_class": classes}
options = {**objective, "tree_method": "hist", "max_depth": 6, "eta": 0.1, "nthread": 2, "seed": 1}


def weights(groups, balanced):
    if not balanced:
        return np.ones(len(groups))
    counts = np.bincount(groups, minlength=meta["groups"])
    return len(groups) / (meta["groups"] * counts[groups])


results = {}
for name, balanced in (("naive", False), ("balanced", True)):
    start = time.perf_counter()
    data = {
        key: xgb.DMatrix(features, label=labels, weight=weights(groups, balanced))
        for key, (features, labels, groups) in parts.items()
    }
    model = xgb.train(
        options, data["train"], 2000, [(data["validation"], "validation")], early_stopping_rounds=50, verbose_eval=False
    )
    seconds = time.perf_counter() - start
    said = model.predict(data["test"], iteration_range=(0, model.best_iteration + 1)).astype(np.float64)
    _, labels, groups = parts["test"]
    own = np.where(labels == 1, said, 1 - said) if classes == 2 else said[np.arange(len(labels)), labels]
    losses = -np.log(np.clip(own, 1e-15, 1))
    results[name] = {
        "risks": [float(losses[groups == group].mean()) for group in range(meta["groups"])],
        "seconds": seconds,
        "trees": model.best_iteration + 1,
    }
print(json.dumps(results))
