# Metrics of predicted numbers by numpy, plainly from their definitions, and percentile intervals from its own resamples.
# Run: python3 number-metrics.py > number-metrics.json
import json
import numpy as np

rng = np.random.default_rng(7)


def point(error, y, w):
    squared = np.average(error**2, weights=w)
    variance = np.average((y - np.average(y, weights=w)) ** 2, weights=w)
    return {
        "squared": squared,
        "rmse": np.sqrt(squared),
        "mae": np.average(np.abs(error), weights=w),
        "r2": 1 - squared / variance,
        "bias": np.average(error, weights=w),
    }


def case(rows, groups, weighted, shift, scale):
    group = np.arange(rows) % groups
    y = shift + scale * (rng.normal(size=rows) + group)
    model = {name: y + scale * (rng.normal(size=rows) * own + 0.3 * group - 0.2) for name, own in [("naive", 1.0), ("minimax", 0.8)]}
    w = rng.integers(1, 5, size=rows).astype(float) if weighted else np.ones(rows)
    found = {}
    for name, p in model.items():
        parts = [point((p - y)[group == a], y[group == a], w[group == a]) for a in range(groups)]
        whole = point(p - y, y, w)
        found[name] = {key: {"byGroup": [one[key] for one in parts], "overall": whole[key]} for key in whole}
    places = [np.flatnonzero(group == a) for a in range(groups)]
    draws = []
    for _ in range(4000):
        own = [rng.choice(place, size=len(place)) for place in places]
        one = [[point((model[m] - y)[i], y[i], w[i]) for i in own + [np.concatenate(own)]] for m in ("naive", "minimax")]
        draws.append(one)
    spans = {
        key: [np.percentile([d[1][a][key] - d[0][a][key] for d in draws], [2.5, 97.5]).tolist() for a in range(groups + 1)]
        for key in ("rmse", "mae", "r2", "bias")
    }
    own = {key: [np.percentile([d[0][a][key] for d in draws], [2.5, 97.5]).tolist() for a in range(groups + 1)] for key in ("rmse", "mae", "r2", "bias")}
    return {
        "values": y.tolist(), "groups": group.tolist(), "weights": w.tolist() if weighted else None,
        "models": {name: p.tolist() for name, p in model.items()},
        "metrics": found, "intervals": own, "changes": spans,
    }


print(json.dumps([case(120, 2, False, 0, 1), case(150, 3, True, 1e6, 25)]))
