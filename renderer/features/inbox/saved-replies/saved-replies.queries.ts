import type { SavedReply } from '../../../../shared/contract/inbox/saved-replies.contract.ts';
import { queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

/** Returns the query for the saved replies of the workspace. */
export const savedRepliesOptions = () =>
  queries.savedReplies.list.queryOptions({ input: {}, staleTime: 5 * 60_000 });

/** Fetches the list again, after a change. */
export function refreshSavedReplies(): void {
  void queryClient.invalidateQueries({ queryKey: queries.savedReplies.key() });
}

/** Returns the replies whose name or text contains every word of a search; those with a matching name come first. */
export function matchingReplies(replies: readonly SavedReply[], search: string): SavedReply[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const inName = (reply: SavedReply) => words.every((word) => fold(reply.name).includes(word));
  return replies
    .filter((reply) => words.every((word) => fold(`${reply.name} ${reply.content}`).includes(word)))
    .toSorted((a, b) => Number(inName(b)) - Number(inName(a)));
}

/** Folds case and accents, which people leave out when they search. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
