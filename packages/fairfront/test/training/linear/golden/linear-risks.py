"""Group risks of logistic regression on Adult and German at fixed mu, computed without fairfront.

    python3 linear-risks.py [folder]    writes linear-risks.json beside this file (a minute; then format it: npm run format)

The folder holds adult/ and german/; by default ../shared/data beside the checkout. Needs Debian's python3-sklearn and python3-pandas.

    minimise   sum_a mu_a r_a(w, b) + l2/2 |w|^2      r_a: mean cross-entropy over the training rows of group a
    b is not penalised; the second class is the one with w x + b > 0

The paper's C = 1e6 can be read in two ways: rows weighted mu_a / n_a make it l2 = 1 / C, rows whose weights have mean 1 make it
l2 = 1 / (C n), n training rows. Every problem is solved for both.

Numbers are standardised by mean and population standard deviation of the training rows; every level that occurs anywhere is a 0/1 feature.

scikit-learn's newton-cholesky solves it; Newton steps by least squares (QR, no normal equations), written here, solve it again. Where the
two differ by more than AGREEMENT in any group's risk, relative where the risk is above 1, nothing is written. Most risks agree to 1e-12.
Least sure is a group with mu 0, for which in part nothing but l2 decides: 11.00125500 here, 11.00125508 by least squares and by steps in
80-bit numbers. lbfgs is no second opinion: scikit-learn stops it at a relative decrease of 2e-9 whatever the tolerance, where levels with
rows of one class only are far from settled (training risks off by 5e-6, validation risks by 1e-3).
"""

import json
import math
import pathlib
import sys
import warnings

import numpy as np
import pandas
import sklearn
from sklearn.linear_model import LogisticRegression

C = 1e6
AGREEMENT = 1e-8
PARTS = ["train", "validation", "test"]


def read_adult(folder):
    names = (
        "age workclass fnlwgt education education-num marital-status occupation relationship race sex "
        "capital-gain capital-loss hours-per-week native-country income"
    ).split()
    table = pandas.read_csv(folder / "adult/adult.data", names=names, sep=", ", engine="python", na_values="?").dropna()
    part = pandas.read_csv(folder / "adult/paper-splits.csv")["split_0"].to_numpy()
    assert len(table) == len(part) == 30162
    ethnicity = np.where(table["race"] == "White", "White", "Other")
    features = table.drop(columns=["fnlwgt", "race", "sex", "income"])
    y = (table["income"] == ">50K").to_numpy()
    return features, y, part, table["sex"].to_numpy(), ethnicity, table["income"].to_numpy()


def read_german(folder):
    names = (
        "status duration credit-history purpose amount savings employment installment-rate personal other-debtors "
        "residence-since property age other-plans housing credits job dependants telephone foreign-worker credit"
    ).split()
    table = pandas.read_csv(folder / "german/german.data", names=names, sep=" ")
    part = np.array(["train", "train", "train", "validation", "test"])[np.arange(len(table)) % 5]
    sex = np.where(table["personal"].isin(["A92", "A95"]), "female", "male")
    return table.drop(columns=["personal", "age", "credit"]), (table["credit"] == 1).to_numpy(), part, sex


def encode(features, train):
    """A dense matrix, and by what its numbers were standardised."""
    numbers = features.select_dtypes("number").astype(float)
    moments = {
        name: {"mean": math.fsum(column[train]) / train.sum(), "scale": float(np.std(column[train]))}
        for name, column in ((name, numbers[name].to_numpy()) for name in numbers)
    }
    for name, moment in moments.items():
        numbers[name] = (numbers[name] - moment["mean"]) / moment["scale"]
    levels = pandas.get_dummies(features.select_dtypes("object"), dtype=float)
    return np.ascontiguousarray(np.hstack([numbers, levels])), moments


def group_risks(parameters, X, y, group, count):
    z = X @ parameters[:-1] + parameters[-1]
    losses = np.logaddexp(0, np.where(y, -z, z))
    return [math.fsum(losses[group == a]) / int((group == a).sum()) for a in range(count)]


def solve_sklearn(X, y, weights, l2):
    """C and weights divided by n, which is the same problem. Rows of weight 0 have to go: with many, it would resort to lbfgs."""
    used = weights > 0
    model = LogisticRegression(C=1 / l2, solver="newton-cholesky", tol=1e-14, max_iter=1000)
    with warnings.catch_warnings():
        # At this tolerance its line search may end in rounding; the second solver tells whether it mattered.
        warnings.simplefilter("ignore")
        model.fit(X[used], y[used], sample_weight=weights[used])
    return np.append(model.coef_[0], model.intercept_)


def solve_least_squares(X, y, weights, l2):
    used = weights > 0
    A, sign, weights = np.column_stack([X[used], np.ones(used.sum())]), np.where(y[used], 1.0, -1.0), weights[used]
    ridge = np.sqrt(l2) * np.eye(A.shape[1])[:-1]
    parameters = np.zeros(A.shape[1])

    def objective(parameters):
        return math.fsum(weights * np.logaddexp(0, -sign * (A @ parameters))) + l2 / 2 * parameters[:-1] @ parameters[:-1]

    value = objective(parameters)
    for _ in range(200):
        wrong = 1 / (1 + np.exp(sign * (A @ parameters)))  # the probability of the other class
        curvature = np.sqrt(weights * wrong * (1 - wrong))
        slope = np.divide(sign * weights * wrong, curvature, out=np.zeros_like(curvature), where=curvature > 0)
        orthogonal, triangle = np.linalg.qr(np.vstack([curvature[:, None] * A, ridge]))
        step = np.linalg.solve(triangle, orthogonal.T @ np.append(slope, -np.sqrt(l2) * parameters[:-1]))
        length = 1.0
        while objective(parameters + length * step) > value + 1e-15 and length > 1e-10:
            length /= 2
        parameters = parameters + length * step
        value = objective(parameters)
        if np.abs(A @ step).max() < 1e-9:  # of the parameters only those sums matter: levels and intercept can trade places
            return parameters, value
    raise ArithmeticError("Newton steps by least squares did not settle")


def solve(mu, X, y, part, group, l2):
    train = part == "train"
    counts = np.bincount(group[train], minlength=len(mu))
    weights = (np.array(mu) / counts)[group[train]]
    first = solve_sklearn(X[train], y[train], weights, l2)
    second, value = solve_least_squares(X[train], y[train], weights, l2)
    risks, again = (
        [group_risks(parameters, X[part == one], y[part == one], group[part == one], len(mu)) for one in PARTS]
        for parameters in (first, second)
    )
    apart = (np.abs(np.array(risks) - again) / np.maximum(1, risks)).max(axis=1)
    objective = math.fsum(m * r for m, r in zip(mu, risks[0])) + l2 / 2 * float(first[:-1] @ first[:-1])
    print(f"  mu {np.round(mu, 3)}: apart by", ", ".join(f"{one} {a:.1e}" for one, a in zip(PARTS, apart)), end="")
    print(f", objective {objective - value:.1e}, parameters {np.abs(first - second).max():.1e} of {np.abs(first).max():.1f}")
    assert apart.max() < AGREEMENT and abs(objective - value) < AGREEMENT
    return {"mu": mu, **{f"{one}Risks": r for one, r in zip(PARTS, risks)}, "objective": objective}


def problem(name, dataset, groups, split, group_names, group, data, skewed, per_row):
    features, y, part = data
    train = part == "train"
    l2 = 1 / (C * int(train.sum())) if per_row else 1 / C
    X, moments = encode(features, train)
    counts = [[int(((group == a) & (part == one)).sum()) for one in PARTS] for a in range(len(group_names))]
    shares = [rows[0] / int(train.sum()) for rows in counts]
    print(f"{name}: {train.sum()} training rows, {X.shape[1]} features, l2 = {l2:.4g}")
    return {
        "name": name,
        "dataset": dataset,
        "groups": groups,
        "split": split,
        "groupNames": group_names,
        "groupRows": [dict(zip(PARTS, rows)) for rows in counts],
        "featureCount": X.shape[1],
        "moments": moments,
        "l2": l2,
        "solves": [
            solve(mu, X, y, part, group, l2) for mu in ([1 / len(group_names)] * len(group_names), shares, *skewed)
        ],
    }


def pairs(left, right, left_names, right_names):
    """Every combination, the left one slowest, as intersections of groups are numbered and named."""
    names = [f"{one} · {other}" for one in left_names for other in right_names]
    codes = [left_names.index(one) * len(right_names) + right_names.index(other) for one, other in zip(left, right)]
    return names, np.array(codes)


def problems(folder, per_row):
    *data, sex, ethnicity, income = read_adult(folder)
    sexes, published = ["Female", "Male"], {"published": 0}
    yield problem(
        "adult:gender", "adult", "sex", published, sexes, (sex == "Male") * 1, data, [[0.9, 0.1], [0.0, 1.0]], per_row
    )
    names, group = pairs(sex, ethnicity, sexes, ["White", "Other"])
    skewed = [[0.1, 0.6, 0.05, 0.25], [0.0, 0.5, 0.2, 0.3]]
    yield problem(
        "adult:gender-ethnicity", "adult", "sex,race=White|Other:*", published, names, group, data, skewed, per_row
    )
    names, group = pairs(sex, income, sexes, ["<=50K", ">50K"])
    skewed = [[0.1, 0.45, 0.15, 0.3], [0.4, 0.0, 0.35, 0.25]]
    yield problem("adult, gender and income", "adult", "sex,income", published, names, group, data, skewed, per_row)

    *data, sex = read_german(folder)
    by_row = {"rowModulo": 5, "train": [0, 1, 2], "validation": [3], "test": [4]}  # rows counted from 0
    skewed = [[0.85, 0.15], [1.0, 0.0]]
    yield problem("german:gender", "german", "sex", by_row, ["female", "male"], (sex == "male") * 1, data, skewed, per_row)


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve()
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[5].parent / "shared/data"
    both = [one for per_row in (False, True) for one in problems(folder, per_row)]
    written = {"scikitLearn": sklearn.__version__, "C": C, "problems": both}
    here.with_suffix(".json").write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n")
