import { useState } from 'react';
import { isSame, merged } from './merged.ts';

/** The values of a form that changes stored settings. */
interface Draft<Values> {
  values: Values;
  /** Whether they differ from what is stored. */
  isChanged: boolean;
  set: (values: Values) => void;
  /** Shows what is stored. */
  discard: () => void;
  /** Takes over what the server has made of the values that were sent. What was typed since stays. */
  saved: (sent: Values, stored: Values) => void;
}

/**
 * Keeps the values of a form. What a colleague saves in the meantime is shown where nothing was typed, and does not
 * take away what was.
 */
export function useDraft<Values>(stored: Values): Draft<Values> {
  const [draft, setDraft] = useState({ values: stored, base: stored });
  if (!isSame(draft.base, stored)) {
    setDraft({ values: merged(draft.values, draft.base, stored), base: stored });
  }
  return {
    values: draft.values,
    isChanged: !isSame(draft.values, stored),
    set: (values) => setDraft(({ base }) => ({ values, base })),
    discard: () => setDraft({ values: stored, base: stored }),
    // The cache follows: until then, `base` is what it has.
    saved: (sent, now) => setDraft(({ values, base }) => ({ values: merged(values, sent, now), base })),
  };
}
