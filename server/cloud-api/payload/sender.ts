import { z } from 'zod';

/** A person as the platform names them: a number, an id of the platform's own, or both. */
export interface Sender {
  phone: string | null;
  userId: string | null;
}

const digits = z
  .string()
  .regex(/^\d{5,20}$/)
  .optional()
  .catch(undefined);
const ProfileSchema = z.looseObject({
  wa_id: digits,
  user_id: z.string().min(1).max(160).optional().catch(undefined),
  profile: z
    .looseObject({ name: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/**
 * Who a message is from. The element of `contacts[]` may know the person's id where the message has only
 * the number, or the other way round; it is matched by id, not by place. Names are the customer's own
 * words and may be missing.
 */
export function readSender(
  message: { from?: string | undefined; from_user_id?: string | undefined },
  contacts: readonly unknown[],
): { sender: Sender; profileName: string | null } {
  const { from, from_user_id: userId } = message;
  for (const contact of contacts) {
    const known = ProfileSchema.safeParse(contact).data;
    if (!known) continue;
    const isTheSender = userId === undefined ? false : known.user_id === userId;
    if (!isTheSender && !(from !== undefined && known.wa_id === from)) continue;
    return {
      sender: { phone: from ?? known.wa_id ?? null, userId: userId ?? known.user_id ?? null },
      profileName: nameOf(known.profile?.name),
    };
  }
  return { sender: { phone: from ?? null, userId: userId ?? null }, profileName: null };
}

function nameOf(name: string | undefined): string | null {
  return (
    name
      ?.replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 200) || null
  );
}
