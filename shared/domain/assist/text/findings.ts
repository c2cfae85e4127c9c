/** What stands in a text where a fact is missing. A text with a gap is not sent. */
export const GAP = '[…]';

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

/** Why a text that a person asked for is not offered. */
export const EDIT_REFUSALS = [
  'prompt',
  'leak',
  'promise',
  'sensitive',
  'length',
  'marks',
  'fact',
  'language',
] as const;
export type EditRefusal = (typeof EDIT_REFUSALS)[number];
