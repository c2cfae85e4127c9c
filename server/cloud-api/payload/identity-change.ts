import { z } from 'zod';
import type { Sender } from './sender.ts';

const digits = z
  .string()
  .regex(/^\d{5,20}$/)
  .optional()
  .catch(undefined);
const id = z.string().min(1).max(160).optional().catch(undefined);

const SystemSchema = z.looseObject({
  type: z.literal('system'),
  system: z.looseObject({ type: z.string(), wa_id: digits, new_wa_id: digits, user_id: id, new_user_id: id }),
});

/** The number or the id by which a person is known from now on; null when a message says no such thing. */
export function readIdentityChange(raw: unknown): Sender | null {
  const parsed = SystemSchema.safeParse(raw);
  if (!parsed.success) return null;
  const { type, wa_id, new_wa_id, user_id, new_user_id } = parsed.data.system;
  if (type === 'user_changed_number' || type === 'customer_changed_number') {
    const phone = wa_id ?? new_wa_id ?? null;
    return phone === null ? null : { phone, userId: user_id ?? null };
  }
  if (type !== 'user_changed_user_id') return null;
  const userId = user_id ?? new_user_id ?? null;
  return userId === null ? null : { phone: null, userId };
}
