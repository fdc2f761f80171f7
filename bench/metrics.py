"""Metrics by group with scikit-learn, for two classes. Prints one JSON line.

    python3 metrics.py folder        needs Debian's python3-sklearn

The folder holds probabilities.f64 (rows x 2), labels.i32 and groups.i32, little endian. Median of three runs; ECE and MCE come from calibration_curve
of the confidence and the rows of its bins.
"""

import json
import pathlib
import sys
import time

import numpy as np
import sklearn
from sklearn.calibration import calibration_curve
from sklearn.metrics import accuracy_score, brier_score_loss, confusion_matrix, log_loss, roc_auc_score

folder = pathlib.Path(sys.argv[1])
probabilities = np.fromfile(folder / "probabilities.f64", "<f8").reshape(-1, 2)
labels = np.fromfile(folder / "labels.i32", "<i4")
groups = np.fromfile(folder / "groups.i32", "<i4")
BIN_COUNT = 10


def figures_of(p, y):
    guess = p.argmax(axis=1)
    confidence = p.max(axis=1)
    (tn, fp), (fn, tp) = confusion_matrix(y, guess, labels=[0, 1])
    accuracies, confidences = calibration_curve(guess == y, confidence, n_bins=BIN_COUNT)
    rows = np.bincount(np.ceil(confidence * BIN_COUNT).astype(int))
    errors = np.abs(accuracies - confidences)
    return {
        "accuracy": accuracy_score(y, guess),
        "brier": 2 * brier_score_loss(y, p[:, 1]),
        "crossEntropy": log_loss(y, p),
        "ece": errors @ rows[rows > 0] / len(y),
        "mce": errors.max(),
        "auc": roc_auc_score(y, p[:, 1]),
        "selectionRate": (tp + fp) / len(y),
        "tpr": tp / (tp + fn),
        "fpr": fp / (fp + tn),
        "precision": tp / (tp + fp),
    }


def run():
    start, processor = time.perf_counter(), time.process_time()
    by_group = [figures_of(probabilities[groups == group], labels[groups == group]) for group in range(groups.max() + 1)]
    return time.perf_counter() - start, time.process_time() - processor, by_group


runs = [run() for _ in range(3)]
by_group = runs[0][2]
print(
    json.dumps(
        {
            "version": sklearn.__version__,
            "seconds": float(np.median([seconds for seconds, _, _ in runs])),
            "processorSeconds": float(np.median([seconds for _, seconds, _ in runs])),
            "figures": {name: [float(own[name]) for own in by_group] for name in by_group[0]},
        }
    )
)
