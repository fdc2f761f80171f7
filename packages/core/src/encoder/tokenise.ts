// From a text to its words: runs of two or more letters, digits and underscores of any script, in lower case.
// They are the tokens of scikit-learn's CountVectorizer, which lowers a text by Python's `str.lower()` and
// then takes what `\b\w\w+\b` matches.
//
// Two letters are lowered by more than themselves. İ becomes i and a combining dot, which is no letter: a
// word ends there. Σ ends a word as ς and is σ elsewhere: it is ς after a cased letter and not before one.
// Here both neighbours are those in the same run, so that an exported model, which sees run by run, finds the
// same words. Unicode looks on, over points, quotes and combining marks: only for a capital Σ that these
// alone part from another letter, as in "ΤΗΣ.Α" without a space, does `str.lower()` say σ where this says ς.

/** What words are made of, as a class of a regular expression. */
export const WORD_CLASS = '[\\p{L}\\p{N}_]';

const WORD = new RegExp(`${WORD_CLASS}{2,}`, 'gu');

/** Runs as they stand in a text, before they are lowered; one ends after İ. */
const LETTER = `(?!İ)${WORD_CLASS}`;
const RUN = new RegExp(`(?:${LETTER})+İ|(?:${LETTER}){2,}`, 'gu');
const CASED = /^\p{Cased}$/u;

/** The words of a text, in their order. */
export function tokenise(text: string): readonly string[] {
  if (/[Σİ]/.test(text)) return (text.match(RUN) ?? []).map(lowerRun);
  // No other letter depends on its neighbours, and what is a letter stays one.
  return text.toLowerCase().match(WORD) ?? [];
}

function lowerRun(run: string): string {
  const letters = [...run];
  const isCased = (place: number): boolean => CASED.test(letters[place] ?? '');
  return letters
    .map((letter, i) => {
      if (letter === 'İ') return 'i';
      return letter === 'Σ' && isCased(i - 1) && !isCased(i + 1) ? 'ς' : letter.toLowerCase();
    })
    .join('');
}
