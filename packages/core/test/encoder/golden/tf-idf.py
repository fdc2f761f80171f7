"""tf-idf by scikit-learn, on made-up texts of many scripts and on the SMS Spam Collection.

    python3 tf-idf.py SMSSpamCollection     writes tf-idf.json beside this file (then format it: npm run format)

Each case fits TfidfVectorizer(max_features=vocabulary, sublinear_tf=sublinear) on every second text, or on all, and transforms all texts.
Of the made-up texts the file has all words and values. Of the SMS messages it has the number of words, the sha256 of the words with a
line break after each, some rows in full, and of the matrix X with V columns the products X c, c_j = cos(j), summed up: sum, sum of
squares, and that of every row times cos(row), so that every number of X counts.

Which words are kept among equally frequent ones is up to numpy's argsort: with numpy 1.24 it is the same on every processor.
"""

import hashlib
import json
import pathlib
import random
import sys

import numpy as np
import sklearn
from sklearn.feature_extraction.text import TfidfVectorizer

TEXTS = [
    "Élan vital, ÉLAN élan; naïve NAÏVE café CAFÉ cafe",
    "Die Straße STRASSE strasse STRAẞE große Größe GRÖSSE",
    "ΟΔΥΣΣΕΥΣ Οδυσσεύς οδυσσευς ΣΟΦΟΣ σοφός ΣΑΣ σας ΣΣ",
    "ΟΔΟΣ 12Σ ΑΣ1 Σ_Α ΑΣ_ ΣΑ. Σ, ΜΑΣ! μασ (ΜΑΣ) ΜΑΣ-ΜΑΣ",
    "İstanbul ISTANBUL istanbul Istanbul ıstanbul AİB ABİ İİ aİ İab",
    "cafe\u0301 CAFE\u0301 e\u0301te\u0301 n\u0303andu\u0301 n\u0303ANDU\u0301 ΒΑ\u0301ΣΗ ΜΑ\u0301ΤΙΣ",
    "free 😀 FREE😀free 👍🏽 win£100 win $100 win100",
    "½ cup ½½ x² x²y 10² ² ²² Ⅷ ⅷⅧ ①② ٣٤٥ १२३ ১২",
    "snake_case _private __init__ SNAKE_CASE _ a_ _b",
    "日本語 日本語テキスト 漢字 中文 한국어 ภาษาไทย हिन्दी हिन्दी العربية עברית",
    "𝐁𝐨𝐥𝐝 𐐀𐐁 𐐨𐐩 𝟙𝟚 Ǆ ǅ ǆa ǄA ﬁn ﬁN ﬀ \ufb01\ufb02",
    "Москва МОСКВА москва Ёлка ёлка ЁЛКА",
    "a b c d e f g",
    "",
    "  \t\n ",
    "don't can't it's e-mail www.example.com a.b.c U.S.A. 3.14 1,000",
    "K\u212a kelvin \u212aELVIN Å\u212b \u2126hm ωhm ΩHM",
    "free free free free win win the the the the the the",
    "the quick brown fox and the lazy dog and THE end",
    "zz yy xx ww vv uu tt ss rr qq pp oo nn mm ll kk jj ii hh gg ff ee dd cc bb aa",
    "\u1e9e\u1e9e ſs ſſ ŉa Ŀl ĿL ʼn ʰa Aʰ",
    "\ue000\ue000 \uffff ｆｕｌｌ ＦＵＬＬ １２ 𠀀𠀁 龘龘 ꓐꓐ",
]


def made_up():
    rng = random.Random(7)
    extra = []
    for _ in range(18):
        size = rng.randint(1, 30)
        extra.append(" ".join(f"w{rng.randint(0, 399)}" for _ in range(size)))
    return TEXTS + extra


def fitted(texts, train, vocabulary, sublinear):
    vectorizer = TfidfVectorizer(max_features=vocabulary, sublinear_tf=sublinear)
    vectorizer.fit([texts[row] for row in train])
    X = vectorizer.transform(texts).tocsr()
    X.sort_indices()
    return list(vectorizer.get_feature_names_out()), X


def entries(X, row):
    span = slice(X.indptr[row], X.indptr[row + 1])
    return [[int(j), float(x)] for j, x in zip(X.indices[span], X.data[span])]


def case(texts, vocabulary, sublinear, step, rows):
    words, X = fitted(texts, range(0, len(texts), step), vocabulary, sublinear)
    products = X @ np.cos(np.arange(X.shape[1]))
    return words, {
        "vocabulary": vocabulary,
        "sublinear": sublinear,
        "step": step,
        "wordCount": len(words),
        "sha256": hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest(),
        "sum": float(products.sum()),
        "squares": float(products @ products),
        "byRow": float(products @ np.cos(np.arange(len(products)))),
        "rows": [{"row": row, "entries": entries(X, row)} for row in rows],
    }


def main():
    texts = made_up()
    small = []
    for vocabulary, sublinear, step in [(10000, False, 1), (10000, True, 2), (60, False, 1), (25, True, 1)]:
        words, one = case(texts, vocabulary, sublinear, step, range(len(texts)))
        small.append({**one, "words": words})
    with open(sys.argv[1], encoding="utf-8", newline="\n") as file:
        messages = [line.rstrip("\n").split("\t", 1)[1] for line in file]
    sms = [
        case(messages, vocabulary, sublinear, step, [0, 2, 1234, 5573])[1]
        for vocabulary, sublinear, step in [
            (10000, False, 1),
            (10000, True, 2),
            (3000, False, 1),
            (1000, True, 1),
            (200, False, 2),
        ]
    ]
    content = {
        "versions": {"scikit-learn": sklearn.__version__, "numpy": np.__version__},
        "texts": texts,
        "cases": small,
        "sms": {"messages": len(messages), "cases": sms},
    }
    path = pathlib.Path(__file__).with_suffix(".json")
    path.write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")


main()
