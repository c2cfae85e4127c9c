import { type HistoryChange, recordContactHistory } from '../../kernel/audit/contact-history.repository.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { findRows } from '../../kernel/tenancy/rows.ts';
import type { WorkState } from './work-state.repository.ts';

/** A change of the work on a conversation. */
export interface WorkChange {
  status?: { after: WorkState['status']; snoozedUntil: Date | null };
  /** Who has it now; null: nobody. */
  assigneeId?: Buffer | null;
  addedLabels?: readonly Buffer[];
  removedLabels?: readonly Buffer[];
}

/**
 * Records what a person, a program or a rule has changed of the work on a conversation, in the history of its contact.
 * `state` is as it was before; `rule` is the name of the rule.
 */
export async function recordWork(
  ctx: ChangeContext,
  state: Pick<WorkState, 'contactId' | 'status' | 'assigneeId'>,
  { status, assigneeId, addedLabels = [], removedLabels = [] }: WorkChange,
  rule: string | null = null,
): Promise<void> {
  const changes: HistoryChange[] = [];
  const add = (field: string, before: string, after: string) =>
    changes.push({ field: `conversation:${field}`, before, after });
  if (status) {
    add('status', state.status, status.after);
    if (status.snoozedUntil) add('snoozedUntil', '', status.snoozedUntil.toISOString());
  }
  if (assigneeId !== undefined) {
    const names = await namesOf(ctx, 'user', [state.assigneeId, assigneeId]);
    add('assignee', nameIn(names, state.assigneeId), nameIn(names, assigneeId));
  }
  const labels = await namesOf(ctx, 'label', [...addedLabels, ...removedLabels]);
  for (const id of removedLabels) add('label', nameIn(labels, id), '');
  for (const id of addedLabels) add('label', '', nameIn(labels, id));
  await recordContactHistory(ctx, [{ contactId: state.contactId, changes }], rule);
}

type Names = ReadonlyMap<string, string>;

async function namesOf(
  ctx: ChangeContext,
  table: 'user' | 'label',
  ids: readonly (Buffer | null)[],
): Promise<Names> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await findRows(ctx, table, { where: { id: known }, columns: ['id', 'name'] });
  return new Map(rows.map(({ id, name }) => [id.toString('hex'), name]));
}

function nameIn(names: Names, id: Buffer | null): string {
  return (id && names.get(id.toString('hex'))) ?? '';
}
