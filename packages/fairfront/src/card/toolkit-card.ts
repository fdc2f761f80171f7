// A card as JSON in the format of Google's Model Card Toolkit, schema v0.0.2.

import { listed } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { fitWords } from '../report/fit-words.js';
import { inFlags } from '../report/flags.js';
import { keepsNaive } from '../training/select/selection.js';
import { modelName } from '../training/task-words.js';
import { type CardSource, impactWords } from './card-markdown.js';
import { figuresOf, type Slice } from './figures.js';
import { OPEN_FIELDS, type Section } from './to-fill.js';

interface Described {
  readonly description: string;
}

/** The fields of the toolkit's format that a run can say something of. */
export interface ToolkitCard {
  readonly schema_version: '0.0.2';
  readonly model_details: {
    readonly name: string;
    readonly overview: string;
    readonly documentation: string;
    readonly owners: readonly { readonly name: string }[];
    readonly version: { readonly name: string };
    readonly references: readonly { readonly reference: string }[];
  };
  readonly model_parameters: {
    readonly model_architecture: string;
    readonly data: readonly (Described & {
      readonly name: string;
      readonly sensitive: { readonly sensitive_data: readonly string[] };
    })[];
    readonly input_format: string;
    readonly output_format: string;
  };
  readonly quantitative_analysis: {
    /** On test rows; one without a slice is of all of them. */
    readonly performance_metrics: readonly {
      readonly type: string;
      readonly value: number;
      readonly slice?: string;
      readonly confidence_interval?: { readonly lower_bound: number; readonly upper_bound: number };
    }[];
  };
  readonly considerations: {
    readonly users: readonly Described[];
    readonly use_cases: readonly Described[];
    readonly limitations: readonly Described[];
    readonly tradeoffs: readonly Described[];
    readonly ethical_considerations: readonly {
      readonly name: string;
      readonly mitigation_strategy: string;
    }[];
  };
}

/** Makes the card. @param result printable */
export function toolkitCard(result: FitResult, { name, dataset, files }: CardSource): ToolkitCard {
  const { task, groups, warnings } = result;
  const words = fitWords(result);
  const described = (texts: readonly string[]): Described[] =>
    texts.map((text) => ({ description: inFlags(text) }));
  const data = (use: string, rows: number): ToolkitCard['model_parameters']['data'][number] => ({
    name: dataset,
    sensitive: { sensitive_data: groups.map((group) => group.name) },
    description: `${rows.toLocaleString('en-US')} rows to ${use}, fingerprint ${result.fingerprint}; groups that figures are told of: ${listed(groups.map((group) => group.name))}`,
  });
  const [worst, ...impacts] = impactWords(result);
  return {
    schema_version: '0.0.2',
    model_details: {
      name,
      overview: `${words.verdict.headline}. ${inFlags(words.verdict.sentences)}`,
      documentation: [words.problem, words.kind, words.selection, words.certificate, ...files]
        .filter((text) => text !== undefined)
        .map(inFlags)
        .join('\n'),
      owners: [{ name: open('purpose', 1) }],
      version: { name: open('purpose', 2) },
      references: [{ reference: 'https://arxiv.org/abs/2011.01821' }],
    },
    model_parameters: {
      model_architecture: modelName(task),
      data: [data('train on', task.rows.train), data('judge by', task.rows.test)],
      input_format: `a table; ${task.features.toLocaleString('en-US')} features are made of its columns`,
      output_format: `probabilities of ${listed(task.classes.map((label) => `“${label}”`))}`,
    },
    quantitative_analysis: {
      performance_metrics: figuresOf(result).map(({ type, slice, value, interval }) => ({
        type,
        value,
        ...(slice.of === 'all' ? {} : { slice: sliceName(slice) }),
        ...(interval && {
          confidence_interval: { lower_bound: interval.low, upper_bound: interval.high },
        }),
      })),
    },
    considerations: {
      users: described([open('purpose', 3)]),
      use_cases: described([open('purpose', 0)]),
      limitations: described([
        ...warnings.map(({ message }) => `${message}.`),
        ...words.advice,
        open('data', 1),
      ]),
      tradeoffs: described(impacts),
      ethical_considerations: [
        {
          name: worst!,
          mitigation_strategy: mitigationOf(result),
        },
        { name: open('impacts', 0), mitigation_strategy: open('impacts', 1) },
        { name: open('oversight', 1), mitigation_strategy: open('oversight', 0) },
      ],
    },
  };
}

function mitigationOf({ chosen, selection }: FitResult): string {
  if (chosen !== undefined)
    return 'A point of the Pareto front that a person chose: groups count by its weights.';
  return keepsNaive(selection)
    ? 'Minimax training was tried; on the rows that chose it was not surely better for the worst group.'
    : 'Minimax training: the group served worst is served as well as possible.';
}

function sliceName(slice: Exclude<Slice, { readonly of: 'all' }>): string {
  return slice.of === 'worst' ? `worst group (${slice.group})` : slice.group;
}

/** A question left open. @param place among those of its section */
function open(section: Section, place: number): string {
  return `To be filled in: ${OPEN_FIELDS.filter((field) => field.section === section)[place]!.question}.`;
}
