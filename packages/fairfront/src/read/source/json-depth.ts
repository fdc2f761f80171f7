// How deep JSON is nested. Parsers go down one call for each level, and some thousands of them end the process
// without a word, so that depth is looked at before a parser sees the text.

import { ReadError } from './read-error.js';

/** Levels of lists and objects that are read; no table has as many. */
const DEEPEST = 100;

const [LINE_FEED, QUOTE, BACKSLASH, OPEN, CLOSE] = [0x0a, 0x22, 0x5c, 0x7b, 0x7d] as const;
/** The bit by which [ and ] differ from { and }. */
const CURLY = 0x20;

/**
 * Refuses JSON that is nested too deep, and says in which line.
 * @param byLine whether each line is a text of its own; otherwise all lines together are one
 */
export async function checkJsonDepth(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  label: string,
  byLine: boolean,
): Promise<void> {
  let [line, depth, inText, isEscaped] = [1, 0, false, false];
  for await (const bytes of chunks) {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (byte === LINE_FEED) {
        line++;
        if (byLine) [depth, inText, isEscaped] = [0, false, false];
      } else if (inText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) inText = true;
      else if ((byte | CURLY) === OPEN) {
        if (++depth > DEEPEST) throw tooDeep(label, line);
      } else if ((byte | CURLY) === CLOSE) depth--;
    }
  }
}

function tooDeep(label: string, line: number): ReadError {
  return new ReadError(
    `${label}, line ${line}: lists and objects are nested more than ${DEEPEST} deep; take them out, or write what they hold as columns of their own`,
  );
}
