import { z } from 'zod';
import { connectedNumberId } from '../../features/channel/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { Notice } from '../../platform/inbound/callback.ts';
import { UnreadableError, unixSeconds } from '../../platform/inbound/lenient.ts';
import { readFacts } from '../../platform/inbound/message-content.ts';
import type { InboundMessage } from '../../platform/inbound/parse-inbound.ts';
import { type ContactIndex, indexContacts, readSender, withSender } from '../../platform/inbound/people.ts';
import { storeEcho } from './business-app.ts';
import { storeMessage } from './store-message.ts';

const text = z.coerce.string();

const CallSchema = z.looseObject({
  id: text.pipe(z.string().min(1).max(255)),
  event: z.string(),
  from: z.unknown().optional(),
  from_user_id: z.unknown().optional(),
  to: z.unknown().optional(),
  to_user_id: z.unknown().optional(),
  direction: z.string().nullish(),
  status: z.string().nullish(),
  duration: z.coerce.number().int().min(0).max(86_400).nullish().catch(null),
  timestamp: z.unknown(),
});

const CallsSchema = z.looseObject({
  metadata: z.looseObject({ phone_number_id: text }),
  contacts: z.unknown().optional(),
  // Callbacks about the ringing of a call have none.
  calls: z.array(z.unknown()).max(1_000).default([]),
});

/**
 * Calls become lines of their conversations when they have ended: one for each call, however often it is reported. An
 * invalid entry does not keep the others out; the notice is parked for it.
 */
export const callNotices: Readonly<Record<string, (ctx: Context, notice: Notice) => Promise<void>>> = {
  calls: async (ctx, { value, time }) => {
    const own = await connectedNumberId(ctx);
    const { calls, contacts } = CallsSchema.refine(({ metadata }) => metadata.phone_number_id === own, {
      path: ['metadata', 'phone_number_id'],
      message: 'is not the number that this workspace has connected',
    }).parse(value);
    const people = indexContacts(contacts);
    let invalid: unknown = null;
    for (const entry of calls) {
      try {
        const call = CallSchema.parse(entry);
        // A call that has begun is not over: its end says what became of it.
        if (call.event === 'terminate') await storeCall(ctx, call, { people, time });
      } catch (error) {
        if (!(error instanceof z.ZodError || error instanceof UnreadableError)) throw error;
        invalid = error;
      }
    }
    if (invalid) throw invalid;
  },
};

/** @throws {UnreadableError} when the call names no customer. */
async function storeCall(
  ctx: Context,
  call: z.infer<typeof CallSchema>,
  { people, time }: { people: ContactIndex; time: number | null },
): Promise<void> {
  const isOurs = call.direction === 'BUSINESS_INITIATED';
  const customer = isOurs
    ? { from: call.to, from_user_id: call.to_user_id }
    : { from: call.from, from_user_id: call.from_user_id };
  // Like the sender of a message: a person with a username may have an id and no number.
  const { sender, profileName } = readSender(withSender(customer), people);
  const seconds = unixSeconds(call.timestamp) ?? time;
  const now = ctx.clock.now();
  const sentAt = seconds === null ? now : new Date(Math.min(seconds * 1_000, now.getTime()));
  const duration = call.duration ?? 0;
  const isAnswered = duration > 0;
  // In the form of a message, so that its facts can be read again.
  const payload = { type: 'call', id: call.id, call: { duration, direction: call.direction ?? null } };
  const message: InboundMessage = {
    kind: 'message',
    platformId: call.id,
    ...{ sender, profileName },
    ...{ sentAt, platformTime: sentAt, type: 'system' },
    words: { content: wordsOf(isOurs, duration), caption: null, filename: null },
    payload,
    facts: readFacts('system', payload),
    file: null,
    replyToPlatformId: null,
    isNotice: true,
    movesTo: null,
  };
  if (isOurs) await storeEcho(ctx, message);
  // A call of a customer opens the reply window, and one that nobody took waits for an answer.
  else await storeMessage(ctx, message, { isUnread: !isAnswered, opensWindow: true, reopens: !isAnswered });
}

/** Returns what programs and lists show; the dashboard translates it. */
function wordsOf(isOurs: boolean, seconds: number): string {
  if (seconds > 0) return `Call · ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return isOurs ? 'Call not answered' : 'Missed call';
}
