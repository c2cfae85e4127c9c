import type { Bindings } from '../../../db/database.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';
import { insertTuples, run, select } from '../../../kernel/tenancy/rows.ts';
import { segmentOf, type Worded, wordsOfMessage } from './words.ts';

/**
 * The words by which messages are found. There is no index by message: what a message has here follows from its row,
 * and an index would double the table.
 */

/** Rows of one statement: 64 messages of common length. */
const ROWS_AT_ONCE = 1_000;

/** Makes messages findable. Repeatable. */
export async function addMessageWords(ctx: QueryContext, messages: readonly Worded[]): Promise<void> {
  await insertTuples(
    ctx,
    'INSERT INTO message_words (tenant_id, segment, word, message_id)',
    messages.flatMap((message) =>
      wordsOfMessage(message).map((word) => [segmentOf(message.createdAt), word, message.id]),
    ),
    { atOnce: ROWS_AT_ONCE, onDuplicate: 'message_id = message_words.message_id' },
  );
}

/** Takes messages out of the search, each as its row still says it. */
export async function dropMessageWords(ctx: QueryContext, messages: readonly Worded[]): Promise<void> {
  for (const message of messages) {
    const bindings: Bindings = { id: message.id, words: wordsOfMessage(message) };
    await run(
      ctx,
      `DELETE FROM message_words WHERE tenant_id = :tenantId AND segment = ${segmentOf(message.createdAt)}
         AND word IN (:words) AND message_id = :id`,
      bindings,
    );
  }
}

/** Makes a changed message findable by what it says now. */
export async function changeMessageWords(
  ctx: QueryContext,
  before: Worded,
  changes: Partial<Pick<Worded, 'content' | 'caption'>>,
): Promise<void> {
  await dropMessageWords(ctx, [before]);
  await addMessageWords(ctx, [{ ...before, ...changes }]);
}

/** Deletes some of a deleted contact's messages; returns how many, so that the caller knows when it is done. */
export function purgeMessages(ctx: QueryContext, contactId: Buffer, limit: number): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const change = { ...ctx, tx };
    // Locked, so that nothing makes them findable again in between.
    const messages = await select<Worded>(
      change,
      `SELECT id, type, content, caption, filename, created_at AS createdAt FROM messages
       WHERE tenant_id = :tenantId AND contact_id = :contactId LIMIT ${Math.trunc(limit)} FOR UPDATE`,
      { contactId },
    );
    if (messages.length === 0) return 0;
    await dropMessageWords(change, messages);
    return run(change, 'DELETE FROM messages WHERE tenant_id = :tenantId AND id IN (:ids)', {
      ids: messages.map(({ id }) => id),
    });
  });
}
