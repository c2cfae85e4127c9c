import { z } from 'zod';
import { inboundHead, timeOf } from './inbound-head.ts';
import { readInboundWords } from './inbound-words.ts';
import { readSender, type Sender } from './sender.ts';

const reference = z.string().min(1).max(255);

const RevokeSchema = inboundHead({ revoke: z.looseObject({ original_message_id: reference }) });
const EditSchema = inboundHead({
  edit: z.looseObject({
    original_message_id: reference,
    message: z.looseObject({ type: z.string().min(1) }),
  }),
});

/** A customer has changed a message of theirs, or deleted it for everyone. */
export interface InboundChange {
  /** The platform's id of the change itself. */
  platformId: string;
  sender: Sender;
  at: Date;
  targetPlatformId: string;
  /** What it says now; null: it was deleted. */
  wording: { content: string | null; caption: string | null } | null;
}

/** @throws {z.ZodError} when it cannot be read; the caller keeps it and says why. */
export function readInboundChange(raw: unknown, contacts: readonly unknown[], now: Date): InboundChange {
  if ((raw as { type?: unknown } | null)?.type === 'revoke') {
    const message = RevokeSchema.parse(raw);
    return {
      ...headOf(message, contacts, now),
      targetPlatformId: message.revoke.original_message_id,
      wording: null,
    };
  }
  const message = EditSchema.parse(raw);
  const { original_message_id: targetPlatformId, message: changed } = message.edit;
  const { content, caption } = readInboundWords(changed.type, changed);
  return { ...headOf(message, contacts, now), targetPlatformId, wording: { content, caption } };
}

function headOf(
  message: { id: string; timestamp: string; from?: string | undefined; from_user_id?: string | undefined },
  contacts: readonly unknown[],
  now: Date,
) {
  return {
    platformId: message.id,
    sender: readSender(message, contacts).sender,
    at: timeOf(message.timestamp, now),
  };
}
