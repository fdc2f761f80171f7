"""Reads the tables of the paper's LaTeX source, as far as they are reproduced here, and writes them as JSON.

usage: python3 published-tables.py minimax-pareto-fairness.tex > packages/fairfront/data/published-tables.json
"""

import json
import re
import sys

TABLES = {
    "MIMICOverallTable": "table-1",
    "HAMOverallTable": "table-2",
    "AdultGender": "table-3",
    "AdultMaleWhite": "table-4",
    "GermanGender": "table-5",
    "HAMOverallTablefull": "table-8",
    "MIMICOverallTablefull": "table-9",
    "ADULT4OverallTablefull": "table-10",
    "AdultGenderFullMetrics": "table-11",
    "GermanGenderFullMetrics": "table-12",
}
METRICS = {"Acc": "accuracy", "CE": "crossEntropy", "BS": "brier", "ECE": "ece", "MCE": "mce"}
FIGURE = re.compile(r"^(\d*\.?\d+)\$\\pm\$(\d*\.?\d+)$")


def plain(cell):
    """A cell without LaTeX: '92.3$\\pm$0.4'."""
    cell = re.sub(r"\\makecell\{([^{}]*)\}", r"\1", cell)
    for _ in range(2):  # one may stand inside the other
        cell = re.sub(r"\\(underline|textbf)\{([^{}]*)\}", r"\2", cell)
    return cell.replace("\\\\", " ").replace("\\%", "").replace("{}", "").strip()


def figure(cell, metric):
    mean, deviation = FIGURE.match(cell.replace(" ", "")).groups()
    scale = 100 if metric == "accuracy" else 1
    digits = lambda text: round(float(text) / scale, 6)
    return [digits(mean), digits(deviation)]


def tabulars(text):
    """The metric that stands above each tabular, and its rows of cells."""
    for match in re.finditer(r"([^\n]*)\\\\\s*\n\s*\\begin\{tabular\}\{l+\}(.*?)\\end\{tabular\}", text, re.S):
        words = match.group(1).replace("(a)", "").replace("(b)", "").split()
        metric = next(METRICS[word] for word in words if word in METRICS)
        body = re.sub(r"\\makecell\{([^{}]*)\}", lambda m: m.group(1).replace("\\\\", " "), match.group(2))
        body = re.sub(r"\\(toprule|midrule|bottomrule)", "", body)
        rows = [[plain(cell) for cell in row.split("&")] for row in body.split("\\\\")]
        yield metric, [row for row in rows if len(row) > 2]


def main(path):
    source = open(path, encoding="utf-8").read()
    tables = {}
    for environment in re.findall(r"\\begin\{table\*?\}.*?\\end\{table\*?\}", source, re.S):
        labels = [TABLES[name] for name in re.findall(r"\\label\{table:(\w+)\}", environment) if name in TABLES]
        if not labels:
            continue
        table = tables.setdefault(labels[0], {})
        for metric, (head, *rows) in tabulars(environment):
            columns = ["disparity" if name.lower() in ("disparity", "disc") else name for name in head[1:]]
            table[metric] = {
                name: {column: figure(cell, metric) for column, cell in zip(columns, cells, strict=True)}
                for name, *cells in rows
                if name != "Ratio"
            }
    print(json.dumps(tables, indent=1))


main(*sys.argv[1:])
