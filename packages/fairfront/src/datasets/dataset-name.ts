// How a dataset is named: adult, or adult:gender with a preset for the groups.

import { nearestName, quoted } from '@fairfront/core/internal';
import { UsageError } from '../usage-error.js';
import type { DatasetRecipe, GroupPreset } from './recipe.js';

export interface DatasetName {
  readonly recipe: DatasetRecipe;
  readonly preset?: GroupPreset;
}

/** Finds the dataset among some, and the preset, that a name means; throws where there is none. */
export function parseNameAmong(text: string, datasets: readonly DatasetRecipe[]): DatasetName {
  const [name = '', presetName, ...rest] = text.split(':');
  const recipe = datasets.find((candidate) => candidate.name === name);
  if (recipe === undefined) {
    throw new UsageError(`there is no dataset ${quoted([name])}${hint(name, datasets.map(nameOf))}`);
  }
  if (presetName === undefined) return { recipe };
  const wanted = [presetName, ...rest].join(':');
  const preset = recipe.presets.find((candidate) => candidate.name === wanted);
  if (preset === undefined) {
    throw new UsageError(
      `dataset ${name} has no preset ${quoted([wanted])}${hint(wanted, recipe.presets.map(nameOf))}; or choose \`groups\` yourself`,
    );
  }
  return { recipe, preset };
}

function hint(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return `${near === undefined ? '' : `; did you mean "${near}"?`} (there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')})`;
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
