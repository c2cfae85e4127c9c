import { z } from 'zod';
import { isOneEmoji } from '../../../shared/domain/emoji.ts';
import { inboundHead, timeOf } from './inbound-head.ts';

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
  sender: { phone: string | null; userId: string | null };
  sentAt: Date;
  targetPlatformId: string;
  /** Null: it was taken back. The platform says so with an empty emoji, or with none. */
  emoji: string | null;
}

/** @throws {z.ZodError} when it cannot be read; the caller keeps it and says why. */
export function readInboundReaction(raw: unknown, now: Date): InboundReaction {
  const { from, from_user_id, timestamp, reaction } = InboundReactionSchema.parse(raw);
  return {
    sender: { phone: from ?? null, userId: from_user_id ?? null },
    sentAt: timeOf(timestamp, now),
    targetPlatformId: reaction.message_id,
    emoji: reaction.emoji || null,
  };
}
