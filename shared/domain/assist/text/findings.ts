/** What the verifier can find in a generated text. Apart from it: lists of results need the names alone. */
export const DRAFT_FINDINGS = [
  'invented_fact',
  'promise',
  'language',
  'length',
  'marks',
  'markdown',
  'leak',
  'prompt',
  'instructions',
  'sensitive',
  'empty',
] as const;
export type DraftFindingKind = (typeof DRAFT_FINDINGS)[number];
