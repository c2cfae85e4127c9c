import { z } from 'zod';
import { isOneEmoji } from '../../../shared/domain/emoji.ts';
import { inboundHead, timeOf } from './inbound-head.ts';
import { readSender, type Sender } from './sender.ts';

const InboundReactionSchema = inboundHead({
  reaction: z.looseObject({
    message_id: z.string().min(1).max(255),
    emoji: z
      .string()
      .max(64)
      .refine((emoji) => emoji === '' || isOneEmoji(emoji), 'is no emoji')
      .optional(),
  }),
});

/** A customer's reaction to a message, or the end of one. */
export interface InboundReaction {
  sender: Sender;
  sentAt: Date;
  targetPlatformId: string;
  /** Null: it was taken back. The platform says so with an empty emoji, or with none. */
  emoji: string | null;
}

/** @throws {z.ZodError} when it cannot be read; the caller keeps it and says why. */
export function readInboundReaction(
  raw: unknown,
  now: Date,
  contacts: readonly unknown[] = [],
): InboundReaction {
  const message = InboundReactionSchema.parse(raw);
  const { timestamp, reaction } = message;
  return {
    sender: readSender(message, contacts).sender,
    sentAt: timeOf(timestamp, now),
    targetPlatformId: reaction.message_id,
    emoji: reaction.emoji || null,
  };
}
