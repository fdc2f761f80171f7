// Tables that people might drop: ordinary, hostile, with long names, with many groups.

import { createRandom } from '@fairfront/core';

/** Loans of women and men of all ages, from a law in which women's are harder to tell. */
export function loans(rows: number, seed = 1): string {
  const { uniform: random } = createRandom(seed);
  const lines = ['sex,age,income,purpose,default'];
  for (let row = 0; row < rows; row++) {
    const isWoman = random() < 0.4;
    const age = 18 + Math.floor(random() * 60);
    const income = 20 + 80 * random();
    const slope = isWoman ? 0.02 : -0.12;
    const defaults = random() < 1 / (1 + Math.exp(-slope * (income - 60) - 0.02 * (age - 45)));
    const purpose = ['car', 'house', 'school'][Math.floor(random() * 3)];
    lines.push(
      `${isWoman ? 'female' : 'male'},${age},${income.toFixed(1)},${purpose},${defaults ? 'yes' : 'no'}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A table in which every name is HTML that would tell on itself if it were run or shown as such. */
export function hostile(rows: number): string {
  const { uniform: random } = createRandom(3);
  const evil = '<img src=x onerror="window.hacked=1">';
  const columns = [
    `${evil}target`,
    `<script>window.hacked=2</script>group`,
    '"><svg onload=window.hacked=3>',
    'x',
  ];
  const groups = [
    '<b id="planted">bold</b>',
    'javascript:window.hacked=4',
    `</script><script>window.hacked=5</script>`,
  ];
  const lines = [columns.map(quoted).join(',')];
  for (let row = 0; row < rows; row++) {
    const x = random();
    const label = random() < x ? `${evil}yes` : '{{no}}';
    const group = groups[Math.floor(random() * groups.length)]!;
    lines.push([label, group, random() < 0.5 ? evil : 'b', x.toFixed(4)].map(quoted).join(','));
  }
  return `${lines.join('\n')}\n`;
}

/** Rows in so many groups. @param name of a group by its number */
export function manyGroups(count: number, rowsEach: number, name: (group: number) => string): string {
  const { uniform: random } = createRandom(5);
  const lines = ['group,x,z,y'];
  for (let group = 0; group < count; group++) {
    for (let row = 0; row < rowsEach; row++) {
      const x = random();
      lines.push(
        [name(group), x.toFixed(4), random().toFixed(4), random() < x ? 'yes' : 'no'].map(quoted).join(','),
      );
    }
  }
  return `${lines.join('\n')}\n`;
}
