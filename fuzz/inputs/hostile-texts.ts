// Texts as somebody might write them who wants a terminal, a page or a parser to obey.

import fc from 'fast-check';

const payload = fc.constantFrom(
  ...['\x1b[2J', '\x1b]0;title\x07', '\x9b31m', '\r', '\n', '\r\n', '\t', '\0', '\b', '\x7f', '\u0085'],
  ...['\u202e', '\u2066', '\u200b', '\u200d', '\u00ad', '\ufeff', '\u2028', '\u2029', '\ud800', '\udfff'],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='x",
    '&lt;',
    '</svg>',
    '</style>',
  ],
  ...['javascript:alert(1)', '{{1}}', '__proto__', 'constructor', 'hasOwnProperty', '`seed`', "`out: 'x'`"],
  ...[
    "'; DROP TABLE x; --",
    '"',
    "'",
    '\\',
    '%s',
    '%00',
    '=cmd()',
    '../../x',
    '$(id)',
    'e\u0301',
    'é',
    '😀',
    '\u0300',
  ],
  ...[
    'NaN',
    'null',
    'undefined',
    'true',
    '0',
    '-0',
    '1e999',
    '',
    ' ',
    ' · ',
    'all',
    'naive',
    'x'.repeat(5000),
  ],
);

/** A text of a few pieces, hostile or not. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 2, arbitrary: payload }, fc.string({ unit: 'grapheme-ascii', maxLength: 5 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((pieces) => pieces.join(''));

/** Characters that must never reach a terminal as they are: all that control or hide, but for line ends. */
export const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
