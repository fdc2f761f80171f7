// Latin-1 as Windows writes it (windows-1252), which has € and ’ where Latin-1 proper has control characters.
// Not by TextDecoder: whether it tells the two apart depends on the release of Node, and on whether it decodes at once or in chunks.

/** 0x80 to 0x9f; five of them stand for nothing and stay what they are. */
const HIGH = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

export function decodeLatin(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => HIGH[character.charCodeAt(0) - 0x80]!);
}
