import { create } from 'zustand';
import type { CountedView } from '../../../../shared/domain/inbox-views.ts';
import { api } from '../../../lib/api/api.ts';
import { whileHere } from '../../../lib/on-leave.ts';

/** How long changes are collected before the counts are asked for again. */
const RECOUNT_AFTER_MS = 400;
const RECOUNT_SAVED_AFTER_MS = 2_000;

/** How many conversations each view has, as the server counts them; empty until the first answer. */
export const useViewCounts = create<Partial<Record<CountedView, number>>>(() => ({}));

/** How many conversations each saved view has, by its id; empty until the first answer. */
export const useSavedCounts = create<Readonly<Record<string, number>>>(() => ({}));

let recount: ReturnType<typeof setTimeout> | undefined;

/** Asks for the counts again, soon: after a change, which may move a conversation to another view. */
export function refreshViewCounts(): void {
  clearTimeout(recount);
  recount = setTimeout(() => {
    whileHere(api.conversations.counts({})).then(
      (counts) => useViewCounts.setState(counts, true),
      // The next change asks again. Until then, the numbers are those of before.
      () => undefined,
    );
  }, RECOUNT_AFTER_MS);
  refreshSavedCounts();
}

let savedRecount: ReturnType<typeof setTimeout> | undefined;

/** Asks for the counts of saved views, soon and not more often: each view takes a query. */
export function refreshSavedCounts(): void {
  savedRecount ??= setTimeout(() => {
    savedRecount = undefined;
    whileHere(api.conversations.savedCounts({})).then(
      ({ data }) =>
        useSavedCounts.setState(Object.fromEntries(data.map(({ id, count }) => [id, count])), true),
      () => undefined,
    );
  }, RECOUNT_SAVED_AFTER_MS);
}

/** Clears the counts, for another person or workspace. */
export function resetViewCounts(): void {
  clearTimeout(recount);
  clearTimeout(savedRecount);
  savedRecount = undefined;
  useViewCounts.setState({}, true);
  useSavedCounts.setState({}, true);
}
