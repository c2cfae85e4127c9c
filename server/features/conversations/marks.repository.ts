import type { Marks } from '../../../shared/domain/assist/marks.ts';
import type { Bindings } from '../../db/database.ts';
import type { StoredMarks } from '../../db/models/conversation.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** The columns of the marks, in statements that select from conversations alone or name them so. */
export const MARK_COLUMNS = `urgent_word AS urgentWord, asked_count AS askedCount, asked_at AS askedAt,
       is_only_thanks AS isOnlyThanks, language`;

/** What stores marks in an UPDATE, with `markBindings`. */
export const SET_MARKS = `urgent_word = :urgentWord, asked_count = :askedCount, asked_at = :askedAt,
       is_only_thanks = :isOnlyThanks, language = :language`;

/** Returns the values that `SET_MARKS` stores. */
export function markBindings({ urgentWord, askedCount, askedAt, isOnlyThanks, language }: Marks): Bindings {
  return { urgentWord, askedCount, askedAt, isOnlyThanks: isOnlyThanks ? 1 : 0, language };
}

/** Returns since when a conversation waits for an answer, with its row locked; null when there is none with this id. */
export async function lockWait(
  ctx: QueryContext,
  id: Buffer,
): Promise<({ contactId: Buffer; waitingSince: Date | null } & StoredMarks) | null> {
  const [row] = await select<{ contactId: Buffer; waitingSince: Date | null } & StoredMarks>(
    ctx,
    `SELECT contact_id AS contactId, waiting_since AS waitingSince, ${MARK_COLUMNS}
     FROM conversations WHERE tenant_id = :tenantId AND id = :id FOR UPDATE`,
    { id },
  );
  return row ?? null;
}

/** Stores the marks of a conversation. */
export async function storeMarks(ctx: QueryContext, id: Buffer, marks: Marks): Promise<void> {
  await run(ctx, `UPDATE conversations SET ${SET_MARKS} WHERE tenant_id = :tenantId AND id = :id`, {
    id,
    ...markBindings(marks),
  });
}
