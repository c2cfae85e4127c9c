import type { Platform } from '../../platform.ts';
import type { Account } from '../../state/model.ts';
import { isObject, requireProduct, textIn } from '../body.ts';
import { GraphFault } from '../graph-fault.ts';

const typingMs = 25_000;

/**
 * The business has read a message of the person, and with it everything before: the person's ticks turn
 * blue. With a typing indicator the phone shows that somebody is writing, for 25 seconds or until the
 * next message.
 */
export function markRead(
  platform: Platform,
  account: Account,
  body: Readonly<Record<string, unknown>>,
): void {
  requireProduct(body);
  if (body.status !== 'read')
    throw new GraphFault(100, { message: '(#100) Param status must be one of {READ}.' });
  const id = textIn(body, 'message_id');
  const target = platform.store.message.get(id);
  if (!target || target.phoneNumberId !== account.phoneNumberId || target.from !== 'customer') {
    throw new GraphFault(131009, { details: 'The message id does not exist.' });
  }
  const { phoneNumberId, waId } = target;
  for (const message of platform.chats.messages(phoneNumberId, waId)) {
    const earlier = message.from === 'customer' && message.at <= target.at && message.status !== 'read';
    if (earlier) platform.chats.change(message.id, { status: 'read', readAt: platform.clock.now() });
  }
  const { typing_indicator: typing } = body;
  if (typing === undefined) return;
  if (!isObject(typing) || typing.type !== 'text') {
    throw new GraphFault(100, { message: "(#100) Param typing_indicator['type'] must be one of {TEXT}." });
  }
  platform.hub.emit({ type: 'typing', phoneNumberId, waId, until: Date.now() + typingMs });
}
