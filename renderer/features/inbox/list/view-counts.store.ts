import { create } from 'zustand';
import type { CountedView } from '../../../../shared/domain/inbox-views.ts';
import { api } from '../../../lib/api/api.ts';

/** How long changes are collected before the counts are asked for again. */
const RECOUNT_AFTER_MS = 400;

/** How many conversations each view has, as the server counts them; empty until the first answer. */
export const useViewCounts = create<Partial<Record<CountedView, number>>>(() => ({}));

let recount: ReturnType<typeof setTimeout> | undefined;

/** Asks for the counts again, soon: after a change, which may move a conversation to another view. */
export function refreshViewCounts(): void {
  clearTimeout(recount);
  recount = setTimeout(() => {
    api.conversations.counts({}).then(
      (counts) => useViewCounts.setState(counts, true),
      // The next change asks again. Until then, the numbers are those of before.
      () => undefined,
    );
  }, RECOUNT_AFTER_MS);
}

/** Clears the counts, for another person or workspace. */
export function resetViewCounts(): void {
  clearTimeout(recount);
  useViewCounts.setState({}, true);
}
