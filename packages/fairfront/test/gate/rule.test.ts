// What rules are read as, and what is said of those that cannot be read.

import { describe, expect, it } from 'vitest';
import { parseRules } from '../../src/gate/rule.js';

describe('a rule', () => {
  it.each([
    ['worst crossEntropy < 0.45', { kind: 'worst', metric: 'crossEntropy' }, '<', 0.45],
    ['worst cross-entropy<.45', { kind: 'worst', metric: 'crossEntropy' }, '<', 0.45],
    ['WORST Cross_Entropy <= 4.5e-1', { kind: 'worst', metric: 'crossEntropy' }, '<=', 0.45],
    ['disparity accuracy < 10%', { kind: 'disparity', metric: 'accuracy' }, '<', 0.1],
    ['mean brier < 1.5', { kind: 'overall', metric: 'brier' }, '<', 1.5],
    [
      'group "a ""b"" <55 # 1" AUC >= 70 % # why'.replace('70 %', '70%'),
      { kind: 'group', group: 'a "b" <55 # 1', metric: 'auc' },
      '>=',
      0.7,
    ],
    ["group 'F' selection-rate > 0", { kind: 'group', group: 'F', metric: 'selectionRate' }, '>', 0],
    ['group F ece < 1', { kind: 'group', group: 'F', metric: 'ece' }, '<', 1],
    ['impactRatio >= 80%', { kind: 'parity', parity: 'impact-ratio' }, '>=', 0.8],
    ['equalized-odds < 0.1', { kind: 'parity', parity: 'equalised-odds' }, '<', 0.1],
    ['no-worse accuracy', { kind: 'no-worse', metric: 'accuracy' }, '<=', 0],
    ['noWorse accuracy by 2%', { kind: 'no-worse', metric: 'accuracy' }, '<=', 0.02],
  ] as const)('%s', (text, about, operator, limit) => {
    expect(parseRules([text])).toMatchObject([{ about, operator, limit, ofClass: undefined }]);
  });

  it('may name a class', () => {
    expect(
      parseRules(['worst tpr of "of" > 0.1', 'impact-ratio of yes > 0.1', 'no-worse fpr of a by 1%']),
    ).toMatchObject([{ ofClass: 'of' }, { ofClass: 'yes' }, { ofClass: 'a', limit: 0.01 }]);
  });

  it('stands on a line, with comments and empty lines between', () => {
    const rules = parseRules(['# fair\r\n\r\nworst ece < 0.1 # for all\n', '  overall accuracy > 0.8']);
    expect(rules.map(({ text }) => text)).toEqual(['worst ece < 0.1', 'overall accuracy > 0.8']);
  });

  it.each([
    ['wrost accuracy > 0.5', 'there is no kind of rule "wrost"; did you mean "worst"?'],
    ['"worst" accuracy > 0.5', 'there is no kind of rule "worst"'],
    ['worst acuracy > 0.5', 'there is no metric "acuracy"; did you mean "accuracy"?'],
    ['worst harmony > 0.5', 'there is no metric "harmony"; there are "accuracy", "brier", "crossEntropy",'],
    ['worst', 'metric is missing at its end'],
    ['worst accuracy', 'comparison is missing at its end'],
    ['worst accuracy >', 'number is missing at its end'],
    ['worst accuracy == 0.5', 'there is no comparison "=="'],
    ['worst accuracy > much', '"much" is no number'],
    ['worst accuracy > -1', '"-1" is no number'],
    ['worst accuracy > 80', '80 is more than it can ever be, 1; did you mean 80%?'],
    ['worst accuracy > 0.5 0.6', '"0.6" comes after its end'],
    ['worst accuracy of "yes" > 0.5', 'it is not about one class'],
    ['worst selectionRate > 0.5', 'neither end of selectionRate is the worst'],
    ['overall tpr > 0.5', 'tpr is judged by group'],
    ['no-worse ece', 'ece cannot be compared with a baseline; take accuracy, brier'],
    ['no-worse accuracy < 0.1', 'there is no word "<"; '],
    ['group "F accuracy > 0.5', 'there is no metric'],
  ])('is refused: %s', (text, message) => {
    expect(() => parseRules([text])).toThrow(message);
    expect(() => parseRules([text])).toThrow('rule "');
  });
});
