// A heading with names in it that may be as long as they like: they are cut, the sentence is not.

import { fontSize } from './theme.js';
import { fitGroupName, textWidth } from './words.js';

/** @param width what the heading must fit into, in pixels; @param names share the room that is left: short ones stay whole */
export function fitSentence<Names extends readonly string[]>(
  width: number,
  names: Names,
  sentence: (names: Names) => string,
): string {
  const withNames = (write: (name: string) => string): string =>
    sentence(names.map(write) as unknown as Names);
  let room =
    width -
    textWidth(
      withNames(() => ''),
      fontSize.title,
    );
  const fitted = new Map<string, string>();
  const fromShort = [...names].sort((one, other) => [...one].length - [...other].length);
  fromShort.forEach((name, i) => {
    const text = fitGroupName(name, room / (names.length - i), fontSize.title);
    room -= textWidth(text, fontSize.title);
    fitted.set(name, text);
  });
  return withNames((name) => fitted.get(name)!);
}

export const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
