import { z } from 'zod';
import type { MessageError } from '../../../shared/contract/messages.contract.ts';
import { explainError } from '../graph-errors.ts';

const StatusSchema = z.looseObject({
  id: z.string().min(1).max(255),
  status: z.string(),
  timestamp: z.string().regex(/^\d{1,12}$/),
  recipient_id: z.string().optional(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z
    .array(
      z.looseObject({
        code: z.coerce.number(),
        title: z.string().optional(),
        message: z.string().optional(),
        error_data: z.union([z.looseObject({ details: z.string().optional() }), z.string()]).optional(),
      }),
    )
    .optional(),
});

/** What the platform says of one of our messages. */
export interface StatusReport {
  platformId: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  at: Date;
  /** What we gave with the send: our message's id and round. */
  opaque: string | null;
  error: MessageError | null;
}

/** A map and no object, which would know `toString` too. */
const MEANINGS: ReadonlyMap<string, StatusReport['status'] | null> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
  // Legacy values of the on-premises product: nothing to do.
  ['deleted', null],
  ['warning', null],
]);

/**
 * Reads a status; null when it is one to ignore.
 * @throws {z.ZodError | Error} when it cannot be understood.
 */
export function readStatusReport(raw: unknown, now: Date): StatusReport | null {
  const status = StatusSchema.parse(raw);
  const meaning = MEANINGS.get(status.status);
  if (meaning === undefined) throw new Error(`unknown status "${status.status}"`);
  if (meaning === null) return null;
  const [fault] = status.errors ?? [];
  const data = fault?.error_data;
  const details = typeof data === 'string' ? data : (data?.details ?? null);
  return {
    platformId: status.id,
    status: meaning,
    at: new Date(Math.min(Number(status.timestamp) * 1_000, now.getTime())),
    opaque: status.biz_opaque_callback_data ?? null,
    error: fault ? explainError(fault.code, fault.title ?? fault.message ?? '', details) : null,
  };
}
