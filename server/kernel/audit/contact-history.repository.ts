import { cutText } from '../../../shared/domain/text.ts';
import type { Context, QueryContext } from '../context/context.ts';
import { newKey } from '../ids.ts';
import { insertTuples } from '../tenancy/rows.ts';

/** A value that was changed, as texts. Empty: there was none, or is none. */
export interface HistoryChange {
  field: string;
  before: string;
  after: string;
}

/** Rows of one INSERT. */
const ROWS_PER_INSERT = 500;
const NAME_MAX = 254;

/**
 * Records what was changed of contacts and of their conversations, when and by whom. `rule`: the name of the rule that
 * has changed it.
 */
export async function recordContactHistory(
  ctx: QueryContext & Pick<Context, 'author' | 'clock'>,
  all: readonly { contactId: Buffer; changes: readonly HistoryChange[] }[],
  rule: string | null = null,
): Promise<void> {
  const kind = rule === null ? ctx.author.kind : 'rule';
  const name = cutText(rule ?? ctx.author.name, NAME_MAX);
  const now = ctx.clock.now();
  await insertTuples(
    ctx,
    'INSERT INTO contact_history (tenant_id, id, contact_id, author_kind, author_name, changes, created_at)',
    all
      .filter(({ changes }) => changes.length > 0)
      .map(({ contactId, changes }) => [newKey(), contactId, kind, name, JSON.stringify(changes), now]),
    { atOnce: ROWS_PER_INSERT },
  );
}
