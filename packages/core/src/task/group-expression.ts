// How people name groups: `sex`, `age<55`, `age:25,45,65`, `race=White|Other:*`, and their intersections,
// `sex,age<55`.
//
//   groups  item, item, …                       every combination that occurs is a group
//   item    column                              each of its levels
//           column < number                     two bins; also <=, >, >=
//           column : number, number, …          bins between the numbers, lower ends included
//           column = class | class | …          levels put together
//   class   level + level + …  or  *            all other levels; a label may stand before it, `Other:*`
//
// A name that holds one of , < > = : | + * stands in quotes: `band="65+"|*`; a quote inside is doubled. So
// does a name that begins with a quote, begins or ends with a space, or is a number after bins:
// `age:25,45,"2019"`.

import { FairfrontError } from '../error.js';
import { firstRepeated } from '../table/table.js';
import { listed, quoted, shortened } from '../words.js';

/** One column by which rows are grouped: by its levels, by bins, or by classes of levels. */
export type GroupExpression =
  | { readonly kind: 'levels'; readonly column: string }
  | {
      readonly kind: 'bins';
      readonly column: string;
      /** Ascending. */
      readonly edges: readonly number[];
      /** Whether a value equal to an edge belongs to the bin above it, as with `<`. */
      readonly edgeAbove: boolean;
    }
  | { readonly kind: 'mapping'; readonly column: string; readonly classes: readonly LevelClass[] };

/** What an expression makes: the groups, or the classes of the target. */
export type ExpressionRole = 'groups' | 'target';

/** Levels put together as one class; `*` stands for all others. */
export interface LevelClass {
  readonly label?: string;
  readonly levels: readonly string[] | '*';
}

interface Token {
  readonly text: string;
  readonly kind: 'word' | 'quoted' | 'sign' | 'end';
}

/** A sign, or a word up to the next. */
const SIGN_OR_WORD = /(<=|>=|[,<>=:|+*])|[^,<>=:|+*]+/y;

const EXAMPLES = 'age<55 · age:25,45,65 · race=White|Other:*';

/** Parses groups as people write them: `sex,age<55`. */
export function parseGroups(text: string): GroupExpression[] {
  return parseExpressions(text, 'groups');
}

/** Parses the expressions of groups or of a target. */
export function parseExpressions(text: string, role: ExpressionRole): GroupExpression[] {
  const tokens = tokenize(text, role);
  const expressions: GroupExpression[] = [];
  let at = 0;
  const fail = (expected: string): never => {
    const { kind, text: found } = tokens[at]!;
    const got = kind === 'end' ? 'the end' : quoted([found]);
    throw new FairfrontError(
      `bad-${role}`,
      `${role} ${quoted([text])}: expected ${expected}, found ${got}. Examples: ${role === 'groups' ? `sex · ${EXAMPLES} · sex,age<55` : EXAMPLES}`,
    );
  };
  const isSign = (sign: string): boolean => tokens[at]!.kind === 'sign' && tokens[at]!.text === sign;
  const word = (expected: string): string => {
    if (tokens[at]!.kind !== 'word' && tokens[at]!.kind !== 'quoted') fail(expected);
    return tokens[at++]!.text;
  };
  const isNumber = (offset = 0): boolean => {
    const token = tokens[at + offset];
    return token?.kind === 'word' && Number.isFinite(Number(token.text));
  };
  const number = (): number => {
    if (!isNumber()) fail('a number');
    return Number(tokens[at++]!.text);
  };

  const levelClass = (): LevelClass => {
    let label: string | undefined;
    const next = tokens[at + 1];
    if (next?.kind === 'sign' && next.text === ':') {
      label = word('a label');
      at++;
    }
    let levels: string[] | '*' = '*';
    if (isSign('*')) at++;
    else {
      levels = [word('a level, or *')];
      while (isSign('+')) {
        at++;
        levels.push(word('a level'));
      }
    }
    return label === undefined ? { levels } : { label, levels };
  };

  const item = (): GroupExpression => {
    const column = word('a column');
    const { kind, text: sign } = tokens[at]!;
    if (kind !== 'sign' || sign === ',') return { kind: 'levels', column };
    at++;
    if (sign === '=') {
      const classes = [levelClass()];
      while (isSign('|')) {
        at++;
        classes.push(levelClass());
      }
      if (tokens[at]!.kind !== 'end' && !isSign(',')) fail('| or a comma');
      return { kind: 'mapping', column, classes };
    }
    if (sign === ':') {
      const edges = [number()];
      while (isSign(',') && isNumber(1)) {
        at++;
        edges.push(number());
      }
      return { kind: 'bins', column, edges, edgeAbove: true };
    }
    if (['<', '<=', '>', '>='].includes(sign)) {
      return { kind: 'bins', column, edges: [number()], edgeAbove: sign === '<' || sign === '>=' };
    }
    at--;
    return fail('one of , < <= > >= : =');
  };

  expressions.push(item());
  while (isSign(',')) {
    at++;
    expressions.push(item());
  }
  if (tokens[at]!.kind !== 'end') fail('a comma');
  for (const expression of expressions) checkExpression(expression, role);
  return expressions;
}

/** The expressions of an option `groups`: a text is parsed, parsed expressions are taken as they are. */
export function groupExpressions(groups: string | readonly GroupExpression[]): readonly GroupExpression[] {
  if (typeof groups === 'string') return parseGroups(groups);
  if (!Array.isArray(groups)) {
    throw new FairfrontError('bad-groups', `groups must be a text, such as 'sex,age<55'; got ${groups}`);
  }
  if (groups.some((each) => typeof each === 'string')) {
    throw new FairfrontError(
      'bad-groups',
      `groups must be one text; got a list of ${groups.length}. Write it as groups: '${shortened(groups.join(','))}'`,
    );
  }
  return groups;
}

/**
 * The families of an option `groups`, of which each makes groups of all rows: a text, or parsed expressions, is one
 * family; of a list of texts each is one.
 */
export function groupFamilies(
  groups: string | readonly string[] | readonly GroupExpression[],
): readonly (readonly GroupExpression[])[] {
  const isTexts =
    Array.isArray(groups) && groups.length > 0 && groups.every((each) => typeof each === 'string');
  if (!isTexts) return [groupExpressions(groups as string | readonly GroupExpression[])];
  const families = (groups as readonly string[]).map(parseGroups);
  const twice = firstRepeated(families.map((family) => JSON.stringify(family)));
  if (twice !== undefined) {
    const at = families.findIndex((family) => JSON.stringify(family) === twice);
    throw new FairfrontError(
      'bad-groups',
      `groups: ${quoted([groups[at] as string])} is named twice; name each once`,
    );
  }
  return families;
}

/** What the type does not say: numbers between bins rise, a level is in one class only. */
export function checkExpression(expression: GroupExpression, role: ExpressionRole = 'groups'): void {
  const { column, kind } = expression;
  if (kind === 'bins') {
    const { edges } = expression;
    const isRising = edges.every((edge, i) => Number.isFinite(edge) && (i === 0 || edge > edges[i - 1]!));
    if (edges.length > 0 && isRising) return;
    throw new FairfrontError(
      `bad-${role}`,
      `${role}: the numbers between the bins of ${quoted([column])} must rise; got ${listed(edges.map(String)) || 'none'}`,
    );
  }
  if (kind === 'levels') return;
  if (expression.classes.filter(({ levels }) => levels === '*').length > 1) {
    throw new FairfrontError(
      `bad-${role}`,
      `${role}: two classes of ${quoted([column])} are *, all other levels; only one can be`,
    );
  }
  const named = expression.classes.flatMap(({ levels }) => (levels === '*' ? [] : levels));
  const twice = firstRepeated(named);
  if (twice !== undefined) {
    throw new FairfrontError(
      `bad-${role}`,
      `${role}: level ${quoted([twice])} of ${quoted([column])} is named twice; it can be in one class only`,
    );
  }
}

function tokenize(text: string, role: ExpressionRole): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at]!.trim() === '') at++;
    else if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      let doubled = -1;
      while (end >= 0 && text[end + 1] === '"') {
        doubled = end;
        end = text.indexOf('"', end + 2);
      }
      if (end < 0) end = doubled; // the last of them closes, and opens what is not closed
      if (end < 0) {
        throw new FairfrontError(
          `bad-${role}`,
          `${role} ${quoted([text])}: the quote that opens ${shortened(text.slice(at))} is not closed`,
        );
      }
      tokens.push({ kind: 'quoted', text: text.slice(at + 1, end).replaceAll('""', '"') });
      at = end + 1;
    } else {
      SIGN_OR_WORD.lastIndex = at;
      const [found, sign] = SIGN_OR_WORD.exec(text)!;
      tokens.push(sign === undefined ? { kind: 'word', text: found.trim() } : { kind: 'sign', text: sign });
      at += found.length;
    }
  }
  return [...tokens, { kind: 'end', text: '' }];
}
