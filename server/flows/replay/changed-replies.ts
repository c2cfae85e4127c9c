import type { ReplayChanges } from '../../../shared/contract/assist/replays.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { SAVED_REPLIES_MAX } from '../../../shared/domain/saved-reply.ts';
import type { CandidateReply } from '../../features/assist/retrieval/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { decodeId } from '../../kernel/ids.ts';
import { countRows, findRows } from '../../kernel/tenancy/rows.ts';

/** Changes of saved replies that a replay tries: nothing of them is stored as a saved reply. */

/** @throws {AppError} saved_reply_not_found when one that is changed or left out is not there */
export async function requireReplies(
  ctx: QueryContext,
  { changed, removed }: Pick<ReplayChanges, 'changed' | 'removed'>,
): Promise<void> {
  const keys = [...new Set([...changed.map(({ id }) => id), ...removed])].map(decodeId);
  if (keys.length === 0) return;
  if ((await countRows(ctx, 'savedReply', { id: keys })) < keys.length)
    throw new AppError('saved_reply_not_found');
}

/** Returns the saved replies as they are now. */
export function currentReplies(ctx: QueryContext): Promise<(CandidateReply & { id: Buffer })[]> {
  return findRows(ctx, 'savedReply', {
    columns: ['id', 'name', 'content'],
    order: [['name', 'ASC']],
    limit: SAVED_REPLIES_MAX,
  });
}

/** Returns a set of replies with changes applied. */
export function changedSet(
  replies: readonly CandidateReply[],
  { added, changed, removed }: ReplayChanges,
): CandidateReply[] {
  const keyOf = (id: string) => decodeId(id).toString('hex');
  const left = new Set(removed.map(keyOf));
  const contents = new Map(changed.map(({ id, content }) => [keyOf(id), content]));
  return [
    ...replies.flatMap((reply) => {
      const key = reply.id?.toString('hex') ?? '';
      return left.has(key) ? [] : [{ ...reply, content: contents.get(key) ?? reply.content }];
    }),
    ...added.map((reply) => ({ id: null, ...reply })),
  ];
}
