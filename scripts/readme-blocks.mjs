// What READMEs print as code, for the checks that run it.

import { readFileSync } from 'node:fs';

/** Commands that the checks do not run, and why. Anything else must run. */
const notRun = [
  {
    command: /^npm (ci|install|i)( |$)/,
    why: 'installs from npm; `npm run packages` installs the packed packages',
  },
  { command: /^npm test$/, why: 'runs the tests' },
  {
    command: /^npx fairfront studio( |$)/,
    why: 'serves until it is ended; the tests of the studio start it',
  },
  { command: /^(git clone|cd) /, why: 'the clone is here' },
];

/** The fenced blocks of one language, with the line they begin at and what a comment before them says is given. */
export function readmeBlocks(path, language) {
  const markdown = readFileSync(path, 'utf8');
  const fence = new RegExp(`(?:<!-- given: ([^]*?)-->\\s*)?^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm');
  return [...markdown.matchAll(fence)].map(({ 0: all, 1: given, 2: text, index }) => ({
    text,
    line: markdown.slice(0, index + all.indexOf('```')).split('\n').length,
    given: given ?? '',
  }));
}

/** The commands of all `sh` blocks in their order, each by itself. */
export function readmeCommands(path) {
  return readmeBlocks(path, 'sh').flatMap(({ text, line }) =>
    text
      .replaceAll('\\\n', ' ')
      .split('\n')
      .flatMap((each) => each.replace(/(^|\s)#.*$/, '').split('&&'))
      .map((each) => ({ line, command: each.trim() }))
      .filter(({ command }) => command !== '' && !notRun.some((known) => known.command.test(command))),
  );
}

/** A table as the READMEs speak of: 2000 loans, and somebody's forecast of default for each. */
export function exampleLoans() {
  const rows = Array.from({ length: 2000 }, (_, i) => {
    const sex = i % 3 === 0 ? 'female' : 'male';
    const income = 20 + ((i * 7919) % 97);
    const chance = ((sex === 'female' ? 70 : 55) - income / 2) / 100;
    const defaults = (i * 104729) % 101 < 100 * chance ? 'yes' : 'no';
    return [sex, 18 + ((i * 31) % 60), income, defaults, Math.max(0.02, chance).toFixed(3)].join(',');
  });
  return ['sex,age,income,default,p_default', ...rows, ''].join('\n');
}
