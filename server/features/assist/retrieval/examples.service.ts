import type { ChangeContext } from '../../../kernel/context/context.ts';
import { tryDecodeId } from '../../../kernel/ids.ts';
import { findRow } from '../../../kernel/tenancy/rows.ts';
import { modeOf } from '../exclusions.service.ts';
import { burstOf } from './burst.ts';
import { addExample, BURST_MAX, latestMessages } from './examples.repository.ts';

/**
 * Stores, with the message of a person, what it answers and the saved reply that it was written with. Stores nothing for
 * a contact that the assistant leaves alone, or when there is nothing to answer. Must run before the answer is stored.
 */
export async function noteAnswer(
  ctx: ChangeContext,
  answer: { contactId: Buffer; savedReplyId: string | undefined },
): Promise<(answerId: Buffer) => Promise<void>> {
  const { contactId } = answer;
  const nothing = async () => {};
  if ((await modeOf(ctx, 'replies', contactId)) === 'off') return nothing;
  const burst = burstOf(await latestMessages(ctx, contactId, BURST_MAX + 3));
  if (!burst) return nothing;
  const savedReplyId = await known(ctx, answer.savedReplyId);
  // It was deleted meanwhile: there is nothing left to learn, and the words are not the person's own either.
  if (answer.savedReplyId !== undefined && savedReplyId === null) return nothing;
  return (answerId) => addExample(ctx, { answerId, messageIds: burst.messageIds, savedReplyId, contactId });
}

async function known(ctx: ChangeContext, id: string | undefined): Promise<Buffer | null> {
  const key = id === undefined ? null : tryDecodeId('savedReply', id);
  if (!key) return null;
  const row = await findRow(ctx, 'savedReply', { columns: ['id'], where: { id: key } });
  return row?.id ?? null;
}
