// Markdown and YAML in which names from data are text, whatever signs they are made of.

import { inFlags } from '../report/flags.js';
import type { TextTable } from '../report/table.js';

/** Text as Markdown, in which nothing in it is markup, a link, HTML or a formula. @param text on one line */
export function markdownText(text: string): string {
  return text
    .trim()
    .replace(/[\\`*_[\]<>|~&$#]/g, '\\$&')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`)
    .replace(/^[-+](?=[-\s]|$)/, '\\$&') // what begins a list or rules a line
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');
}

/** Each line as a paragraph, in which options are named as flags. */
export function markdownParagraphs(text: string): string {
  return inFlags(text).split('\n').map(markdownText).join('\n\n');
}

/** A table; what stands in a cell's further lines follows in brackets. */
export function markdownTable({ columns, rows }: TextTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const cell = (text: string): string => {
    const [first, ...others] = text.split('\n');
    return markdownText(others.length === 0 ? first! : `${first} (${others.join(', ')})`);
  };
  return [
    line(columns.map(({ title }) => cell(title))),
    line(columns.map(({ align }) => (align === 'left' ? '---' : '---:'))),
    ...rows.map((row) => line(columns.map((_, i) => cell(row[i] ?? '')))),
  ].join('\n');
}

/** Plain data as YAML: every text in double quotes, as JSON has it. */
export function yaml(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    return value.map((item) => `\n${indent}- ${yaml(item, `${indent}  `).replace(/^\n\s*/, '')}`).join('');
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, own]) => {
        const text = yaml(own, typeof own === 'object' ? `${indent}  ` : indent);
        return `\n${indent}${key}:${text.startsWith('\n') ? '' : ' '}${text}`;
      })
      .join('');
  }
  return JSON.stringify(value);
}
