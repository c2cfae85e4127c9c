import { digits } from '../../callbacks/events.ts';
import { entryOf, magicCode } from '../../conversation/error-catalogue.ts';
import { blank } from '../../conversation/inbound.ts';
import { previewOf } from '../../conversation/preview.ts';
import { waIdFor } from '../../numbers/wa-id.ts';
import { newWamid } from '../../numbers/wamid.ts';
import type { Platform } from '../../platform.ts';
import type { Account, ChatMessage, Fate } from '../../state/model.ts';
import { fitTemplate } from '../../templates/fit.ts';
import { GraphApiError } from '../graph-api-error.ts';
import type { ParsedSend } from './parse.ts';

/**
 * Processes a well-formed send as the platform would: rejects it, or stores it with its fate.
 * @param failure error code with which a valid message fails later; null for none.
 * @throws {GraphApiError} if the send is rejected immediately.
 */
export function acceptSend(
  platform: Platform,
  account: Account,
  send: ParsedSend,
  failure: number | null,
): ChatMessage {
  const { phoneNumberId } = account;
  const { people, rates, chats, clock } = platform;
  const knobs = platform.knobs.of(phoneNumberId);
  if (!account.registered) throw new GraphApiError(133010);
  if (send.dialled === digits(account.displayPhoneNumber)) throw new GraphApiError(131021);
  const waId = people.find(send.dialled)?.waId ?? waIdFor(send.dialled);
  const magic = magicCode(waId);
  if (magic !== null && entryOf(magic).way === 'sync') throw new GraphApiError(magic);
  if (!rates.takeThroughput(phoneNumberId, knobs.throughputPerSecond)) throw new GraphApiError(130429);
  if (knobs.pairRateLimit && !rates.takePair(phoneNumberId, waId)) throw new GraphApiError(131056);

  const asked = failure ?? magic;
  const text =
    send.type === 'template'
      ? fitTemplate(platform.templates, account.wabaId, send.payload)
      : previewOf(send.type, send.payload);
  const fate =
    asked === null ? fateOf(platform, account, waId, send) : ({ kind: 'fail', code: asked } as const);
  const customer = people.findOrAdd(send.dialled);
  const message = chats.add({
    ...blank,
    id: newWamid(customer.waId, 'business'),
    phoneNumberId,
    waId: customer.waId,
    from: 'business',
    type: send.type,
    payload: send.payload,
    text,
    at: clock.now(),
    status: 'accepted',
    fate,
    replyTo: send.replyTo,
    opaque: send.opaque,
  });
  platform.ladder.start(message);
  return message;
}

/** Returns the fate of a send. Outside the 24-hour window, `outsideWindow` decides, except for templates. */
function fateOf(platform: Platform, account: Account, waId: string, { type, payload }: ParsedSend): Fate {
  if (type === 'reaction' && !isInChat(platform, account, waId, payload))
    return { kind: 'fail', code: 131009 };
  if (type === 'template' || platform.chats.isWindowOpen(account.phoneNumberId, waId))
    return { kind: 'ladder' };
  const { outsideWindow } = platform.knobs.of(account.phoneNumberId);
  if (outsideWindow === 'fail_sync') throw new GraphApiError(131047);
  return outsideWindow === 'silent' ? { kind: 'silent' } : { kind: 'fail', code: 131047 };
}

/** Returns whether a reaction refers to a message in the same chat that is not itself a reaction. */
function isInChat({ store }: Platform, { phoneNumberId }: Account, waId: string, payload: unknown): boolean {
  const target = store.message.get((payload as { message_id: string }).message_id);
  return target?.phoneNumberId === phoneNumberId && target.waId === waId && target.type !== 'reaction';
}
