/** Every command, in the order in which the help shows them. */
export const COMMANDS = [
  'demo',
  'inspect',
  'fit',
  'front',
  'choose',
  'decide',
  'predict',
  'audit',
  'compare',
  'gate',
  'card',
  'watch',
  'plan',
  'paper',
  'datasets',
  'doctor',
];
