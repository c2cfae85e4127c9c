import { phoneLookupKey } from '../../../../shared/domain/phone.ts';
import type { ContactRow } from '../../../db/models/contact.model.ts';
import { mergedInto } from '../../../features/contacts/index.ts';
import type { ChangeContext } from '../../../kernel/context/context.ts';
import { newKey } from '../../../kernel/ids.ts';
import {
  type Row,
  recordKeys,
  sharedRecipients,
  type WholeRows,
  wholeRows,
} from './merge-record.repository.ts';

/** What a merge of contacts has changed, as it is needed to undo it (decision 0309). */

/** What became of the conversations: two were joined, one was moved, or the contact that was merged had none. */
export type Conversations = 'joined' | 'moved' | 'none';

export interface MergeRecord {
  mergeId: Buffer;
  conversations: Conversations;
  /** The contact that was merged. */
  source: ContactRow;
  /** The contact that stayed, before and after. */
  before: ContactRow;
  after: ContactRow;
  sourceRows: WholeRows;
  beforeRows: WholeRows;
  afterRows: WholeRows;
  recipients: Row[];
  /** Earlier merges into the contact that was merged. */
  earlier: Buffer[];
  /** Messages that were moved. */
  messages: number;
}
type Begun = Omit<MergeRecord, 'after' | 'afterRows'>;

/** Writes down what both contacts have, before anything of it moves. */
export async function beginRecord(
  ctx: ChangeContext,
  { source, target }: { source: ContactRow; target: ContactRow },
  conversations: Conversations,
): Promise<Begun> {
  const mergeId = newKey();
  return {
    ...{ mergeId, conversations, source, before: target },
    sourceRows: await wholeRows(ctx, source.id),
    beforeRows: await wholeRows(ctx, target.id),
    recipients: await sharedRecipients(ctx, source.id, target.id),
    earlier: await mergedInto(ctx, source.id),
    messages: await recordKeys(ctx, source.id, mergeId),
  };
}

/** Adds what the contact that stays has after the merge, and returns all of it as text. */
export async function endRecord(ctx: ChangeContext, begun: Begun, after: ContactRow): Promise<string> {
  const record: MergeRecord = { ...begun, after, afterRows: await wholeRows(ctx, after.id) };
  return JSON.stringify(encoded(record));
}

/** Reads what `endRecord` has written. */
export function readRecord(text: string): MergeRecord {
  const record = decoded(JSON.parse(text)) as MergeRecord;
  // Merges from before these rows were kept have none.
  for (const rows of [record.sourceRows, record.beforeRows, record.afterRows]) rows.assist_exclusions ??= [];
  return record;
}

/** Returns whether a number is of the contact that was merged. */
export function hasNumber({ sourceRows }: MergeRecord, phone: string | null): boolean {
  const lookup = phone === null ? null : phoneLookupKey(phone);
  return sourceRows.contact_identities.some((one) => one.kind === 'phone' && one.lookup === lookup);
}

/** JSON knows neither bytes nor times. */
function encoded(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return { $bytes: value.toString('hex') };
  if (value instanceof Date) return { $time: value.toISOString() };
  if (Array.isArray(value)) return value.map(encoded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, encoded(one)]));
}

function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== 'object' || value === null) return value;
  const { $bytes, $time } = value as { $bytes?: string; $time?: string };
  if ($bytes !== undefined) return Buffer.from($bytes, 'hex');
  if ($time !== undefined) return new Date($time);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decoded(one)]));
}
