"""Boosted trees of XGBoost on a small made-up table, to hold ours against.

    python3 make_xgboost_golden.py        writes xgboost.json, the table included, beside this file (then format it: npm run format)

    needs Debian's python3-xgboost; tree_method hist, one thread

Columns have few different values, so that every value has a bin of its own here and there. Columns 0, 1 and 2 are numbers, column 2
misses some; columns 3 and 4 are categories, column 4 misses some. Weights have the mean 1, some are 0.

Categories: XGBoost orders those of a node by G / (H + lambda), and by 0 those whose H is below min_child_weight. With lambda and
min_child_weight of 0 that is our order, G / H, so sets are compared there; one-hot splits are compared with any.

base_score is our score before the first tree: the share of class 1, or the mean. Three classes are balanced in weight, where ours is
the same number for each class and XGBoost's is 0; margins are told without it.
"""

import json
import pathlib

import numpy as np
import xgboost as xgb

ROWS = 90
LEVELS = [0, 0, 0, 6, 4]


def make_table():
    rng = np.random.default_rng(2016)
    x = np.column_stack(
        [
            rng.integers(0, 12, ROWS) / 4,
            rng.integers(-3, 4, ROWS) * 10,
            rng.integers(0, 9, ROWS),
            rng.integers(0, LEVELS[3], ROWS),
            rng.integers(0, LEVELS[4], ROWS),
        ]
    ).astype(float)
    score = x[:, 0] - 0.05 * x[:, 1] + 0.7 * np.isin(x[:, 3], [1, 4]) + 0.4 * (x[:, 4] == 2) + rng.normal(size=ROWS)
    weights = rng.exponential(size=ROWS)
    for c in (2, 4):
        x[rng.random(ROWS) < 0.2, c] = np.nan
    weights[rng.random(ROWS) < 0.1] = 0
    return x, score, weights / weights.mean()


x, score, weights = make_table()
order = np.argsort(np.argsort(score))
labels = {
    "binary": (order >= 0.6 * ROWS).astype(int),
    "classes": order * 3 // ROWS,
    "numbers": np.round(score, 4),
}
balanced = weights.copy()
for k in range(3):
    balanced[labels["classes"] == k] *= ROWS / 3 / balanced[labels["classes"] == k].sum()
equal = np.ones(ROWS)

NUMBERS, ALL = [0, 1, 2], [0, 1, 2, 3, 4]
BASE = {"learningRate": 0.3, "maxDepth": 3, "minChildWeight": 1, "lambda": 1, "categories": "one-hot"}
# name, loss, target, weights, columns, rounds, options
CASES = [
    ("one tree, two classes", "cross-entropy", "binary", equal, NUMBERS, 1, {"learningRate": 1}),
    ("one tree, numbers", "squared", "numbers", equal, NUMBERS, 1, {"learningRate": 1, "maxDepth": 5}),
    ("weights, missing cells", "cross-entropy", "binary", weights, NUMBERS, 8, {}),
    ("numbers with weights", "squared", "numbers", weights, NUMBERS, 8, {"minChildWeight": 4, "lambda": 0.5}),
    ("three classes", "cross-entropy", "classes", balanced, NUMBERS, 5, {}),
    ("leaves by gain", "cross-entropy", "binary", weights, NUMBERS, 6, {"maxDepth": None, "maxLeaves": 6}),
    ("leaves by gain, not too deep", "squared", "numbers", equal, NUMBERS, 6, {"maxDepth": 3, "maxLeaves": 7}),
    ("one category against the others", "cross-entropy", "binary", weights, ALL, 6, {}),
    ("one category against the others, three classes", "cross-entropy", "classes", balanced, ALL, 4, {"maxDepth": 4}),
    ("sets of categories", "squared", "numbers", weights, [0, 3], 4, {"lambda": 0, "minChildWeight": 0, "categories": "sets"}),
    ("sets of categories, two classes", "cross-entropy", "binary", equal, [3, 4], 1, {"lambda": 0, "minChildWeight": 0, "categories": "sets", "maxDepth": 2}),
]


def run(name, loss, target, row_weights, columns, rounds, changes):
    options = {**BASE, **changes}
    y = labels[target]
    mean = float((row_weights * y).sum() / row_weights.sum())
    objective = {"squared": "reg:squarederror", "cross-entropy": "multi:softprob" if target == "classes" else "binary:logistic"}[loss]
    parameters = {
        "objective": objective,
        "tree_method": "hist",
        "nthread": 1,
        "base_score": 0 if target == "classes" else mean,
        "eta": options["learningRate"],
        "max_depth": options["maxDepth"] or 0,
        "min_child_weight": options["minChildWeight"],
        "lambda": options["lambda"],
        "max_cat_to_onehot": 1 if options["categories"] == "sets" else 100,
    }
    if target == "classes":
        parameters["num_class"] = 3
    if "maxLeaves" in options:
        parameters |= {"grow_policy": "lossguide", "max_leaves": options["maxLeaves"]}
    types = ["c" if LEVELS[c] else "float" for c in columns]
    data = xgb.DMatrix(x[:, columns], y, weight=row_weights, feature_types=types, enable_categorical=True)
    model = xgb.train(parameters, data, rounds)
    margins = model.predict(data, output_margin=True).astype(float).reshape(ROWS, -1)
    if objective != "multi:softprob":
        margins -= mean if loss == "squared" else np.log(mean / (1 - mean))
    trees = [json.loads(tree) for tree in model.get_dump(dump_format="json", with_stats=True)]
    return {
        "name": name,
        "loss": loss,
        "target": target,
        "columns": columns,
        "rounds": rounds,
        "options": {key: value for key, value in options.items() if value is not None},
        "weights": [round(float(weight), 6) for weight in row_weights],
        "leaves": [sum("leaf" in node for node in nodes(tree)) for tree in trees],
        # By tree, the largest first.
        "gains": [sorted((round(node["gain"], 5) for node in nodes(tree) if "gain" in node), reverse=True) for tree in trees],
        # Rows x outputs, without the score before the first tree.
        "margins": [round(float(margin), 6) for margin in margins.ravel()],
    }


def nodes(tree):
    return [tree] + [node for child in tree.get("children", []) for node in nodes(child)]


for row_weights in (weights, balanced):
    row_weights[:] = np.round(row_weights, 6)
golden = {
    "xgboost": xgb.__version__,
    "rowCount": ROWS,
    "levels": LEVELS,
    "features": [[None if np.isnan(value) else value for value in row] for row in x.tolist()],
    "labels": {target: values.tolist() for target, values in labels.items()},
    "cases": [run(*case) for case in CASES],
}
(pathlib.Path(__file__).parent / "xgboost.json").write_text(json.dumps(golden))
