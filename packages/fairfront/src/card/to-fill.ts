// What a card must say and no run can know: questions that are left open for people, by section.

/** The sections of a card, with the points of Annex IV of Regulation (EU) 2024/1689 that each has something for. */
export const SECTIONS = {
  purpose: 'Intended purpose (Annex IV, 1)',
  data: 'Data (Annex IV, 2 d)',
  training: 'How it was trained, and what was tried (Annex IV, 2 a to c)',
  metrics: 'Metrics, and accuracy by group (Annex IV, 2 g, 3 and 4)',
  impacts: 'Foreseeable discriminatory impacts (Annex IV, 2 g and 3)',
  oversight: 'Human oversight (Annex IV, 2 e and 3)',
  changes: 'Changes, and what follows (Annex IV, 2 f, 5, 6 and 9)',
} as const;

export type Section = keyof typeof SECTIONS;

/** A question that only people can answer. */
export interface OpenField {
  readonly section: Section;
  /** A sentence without its full stop. */
  readonly question: string;
}

const QUESTIONS: Readonly<Record<Section, readonly string[]>> = {
  purpose: [
    'the purpose: which decision the model serves, for whom, in which context, and what it must not be used for',
    'the provider: who answers for the model, and how to reach them',
    'the version of the model, how it follows from earlier ones, and its licence',
    'the persons it is used on, and those who use it',
  ],
  data: [
    'where the rows come from: who collected them, when, how they were selected, labelled and cleaned, and on which legal basis',
    'whom the rows stand for, and who is missing among them',
  ],
  training: ['hardware and software that the model runs on and works together with'],
  metrics: ['why these metrics fit the purpose, and which figures would be too bad to use the model'],
  impacts: [
    'what each kind of error does to a person, and which groups beside those above must be looked at',
    'what is done for the group that is served worst',
  ],
  oversight: [
    'who oversees the model, what they see of a decision, and when they may overrule or stop it',
    'how a person can contest a decision',
  ],
  changes: [
    'changes that are planned, and those made since the model was trained',
    'the risk management (Annex IV, 5), cybersecurity (2 h), standards applied (7), the declaration of conformity (8), and how the model is watched in use (9)',
  ],
};

/** Every open question, in the order of the sections. */
export const OPEN_FIELDS: readonly OpenField[] = Object.entries(QUESTIONS).flatMap(([section, questions]) =>
  questions.map((question) => ({ section: section as Section, question })),
);
