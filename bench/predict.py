"""pandas and scikit-learn's way to the same file of probabilities. Prints one JSON line.

The model is that of a model.json, as the usual pipeline: OneHotEncoder, StandardScaler, LogisticRegression. It is
fitted to a few rows, then given the means, scales and weights of the file, so that both say the same.
`python3 predict.py model.json rows.csv out.csv`. Needs Debian's python3-pandas and python3-sklearn.
"""

import json
import resource
import sys
import time

import numpy
import pandas
import sklearn
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

model, data, out = sys.argv[1:]
with open(model, encoding="utf-8") as file:
    plain = json.load(file)
encoder = plain["encoder"]
numbers = [column for column in encoder["columns"] if column["kind"] == "numeric"]
categories = [column["name"] for column in encoder["columns"] if column["kind"] == "categorical"]
weights = plain["outputs"][0]["weights"]
by_feature = {
    (feature["column"], feature.get("level")): weight for feature, weight in zip(encoder["features"], weights)
}
levels = [[level for column, level in by_feature if column == name] for name in categories]
pipeline = Pipeline(
    [
        (
            "encode",
            ColumnTransformer(
                [
                    ("numbers", StandardScaler(), [column["name"] for column in numbers]),
                    ("levels", OneHotEncoder(categories=levels, handle_unknown="ignore"), categories),
                ]
            ),
        ),
        ("model", LogisticRegression()),
    ]
)
some = pandas.read_csv(data, nrows=200)
pipeline.fit(some, numpy.arange(len(some)) % 2)
scaler = pipeline["encode"].named_transformers_["numbers"]
scaler.mean_ = numpy.array([column["mean"] for column in numbers])
scaler.scale_ = numpy.array([column["scale"] for column in numbers])
pipeline["model"].coef_ = numpy.array(
    [
        [by_feature[column["name"], None] for column in numbers]
        + [by_feature[name, level] for name, own in zip(categories, levels) for level in own]
    ]
)
pipeline["model"].intercept_ = numpy.array([plain["outputs"][0]["intercept"]])

start, start_cpu = time.perf_counter(), time.process_time()
table = pandas.read_csv(data)
probabilities = pipeline.predict_proba(table)
for k, name in enumerate(plain["classes"]):
    table["probability_" + name] = probabilities[:, k]
table["prediction"] = numpy.array(plain["classes"])[probabilities.argmax(axis=1)]
table.to_csv(out, index=False)
end, end_cpu = time.perf_counter(), time.process_time()

print(
    json.dumps(
        {
            "pandas": pandas.__version__,
            "sklearn": sklearn.__version__,
            "rows": len(table),
            "totalMs": (end - start) * 1e3,
            "cpuMs": (end_cpu - start_cpu) * 1e3,
            "peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }
    )
)
