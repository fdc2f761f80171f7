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
  const place: Place = { line: 1, depth: 0, inText: false, isEscaped: false };
  for await (const bytes of chunks) {
    if (isTooDeep(bytes, place, byLine)) {
      throw new ReadError(
        `${label}, line ${place.line}: lists and objects are nested more than ${DEEPEST} deep; take them out, or write what they hold as columns of their own`,
      );
    }
  }
}

/** Where a chunk begins. */
interface Place {
  line: number;
  depth: number;
  inText: boolean;
  isEscaped: boolean;
}

/** Goes through a chunk, and leaves the place where it ends or is too deep. */
function isTooDeep(bytes: Uint8Array, place: Place, byLine: boolean): boolean {
  let { line, depth, inText, isEscaped } = place;
  for (let i = 0; i < bytes.length && depth <= DEEPEST; i++) {
    const byte = bytes[i]!;
    if (byte === LINE_FEED) {
      line++;
      if (byLine) {
        depth = 0;
        inText = false;
      }
      isEscaped = false;
    } else if (inText) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if ((byte | CURLY) === OPEN) depth++;
    else if ((byte | CURLY) === CLOSE) depth--;
  }
  Object.assign(place, { line, depth, inText, isEscaped });
  return depth > DEEPEST;
}
