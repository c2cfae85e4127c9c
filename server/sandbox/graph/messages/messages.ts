import type { Response, Router } from 'express';
import { entryOf, subcodeTitle } from '../../conversation/error-catalogue.ts';
import { kindOfFile } from '../../media/file-rules.ts';
import type { Platform } from '../../platform.ts';
import { byChance, type Knobs } from '../../state/knobs.ts';
import type { Account, ChatMessage } from '../../state/model.ts';
import { accessOf, numberIn } from '../access.ts';
import { bodyOf, isObject, requireProduct, textIn } from '../body.ts';
import { GraphApiError } from '../graph-api-error.ts';
import { acceptSend } from './accept.ts';
import { type ParsedSend, parseSend } from './parse.ts';
import { invalid } from './shape.ts';

const typingMs = 25_000;

/** Delay of the response when a status must arrive before it. */
const overtakeMs = 300;

/** Mounts sending and marking as read, which are both at `/<phone number id>/messages`. */
export function mountMessages(router: Router, platform: Platform): void {
  router.post('/:id/messages', async (request, response) => {
    const account = numberIn(accessOf(platform, request), request.params.id, 'post');
    const body = bodyOf(request);
    if (body.status !== undefined) {
      markRead(platform, account, body);
      response.json({ success: true });
      return;
    }
    const send = parseSend(body);
    checkMediaOfSend(platform, account, send);
    const disturbance = await disturb(platform, account.phoneNumberId, send.dialled);
    if (disturbance === 'drop') return hangUp(response);
    const failure = typeof disturbance === 'object' ? disturbance.fail : null;
    const message = acceptSend(platform, account, send, failure);
    response.locals.wamid = message.id;
    // As on the real platform, an accepted message survives a crash.
    await platform.store.saved();
    if (platform.knobs.of(account.phoneNumberId).statusBeforeResponse) await overtake(platform, message);
    if (disturbance === 'hang_up') return hangUp(response);
    response.json(answer(send, message));
  });
}

function answer({ input }: ParsedSend, message: ChatMessage): object {
  const pacing = message.type === 'template' ? { message_status: 'accepted' } : {};
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input, wa_id: message.waId }],
    messages: [{ id: message.id, ...pacing }],
  };
}

async function overtake(platform: Platform, message: ChatMessage): Promise<void> {
  if (message.fate.kind === 'ladder') platform.ladder.sendNow(message);
  await new Promise((resolve) => setTimeout(resolve, overtakeMs));
}

/** Closes the connection, so the caller cannot know whether the message was sent. */
function hangUp(response: Response): void {
  response.locals.hungUp = true;
  response.socket?.destroy();
}

/** The failure of a send: none, no response after accepting it, no response at all, or a later `failed`. */
type Disturbance = 'none' | 'hang_up' | 'drop' | { readonly fail: number };

/**
 * Applies the delays and failures from the knobs and the script of the number. Recipients that end in 000503,
 * 000504 and 000505 choose a failure: a 503, an accepted send without a response, a lost send.
 * @throws {GraphApiError} if the chosen response is an error.
 */
async function disturb(platform: Platform, phoneNumberId: string, dialled: string): Promise<Disturbance> {
  const { sendLatencyMs, sendErrorRate, hangUpRate } = platform.knobs.of(phoneNumberId);
  if (sendLatencyMs > 0) await new Promise((resolve) => setTimeout(resolve, sendLatencyMs));
  const scripted = platform.knobs.takeNextSend(phoneNumberId);
  if (scripted === 'hang_up' || scripted === 'drop') return scripted;
  if (scripted === 'ok') return 'none';
  if (scripted !== undefined) return scriptedError(scripted);
  if (dialled.endsWith('000503')) throw new GraphApiError(131016, { http: 503 });
  if (dialled.endsWith('000504')) return 'hang_up';
  if (dialled.endsWith('000505')) return 'drop';
  if (byChance(sendErrorRate)) throw new GraphApiError(131000, { http: byChance(0.5) ? 500 : 503 });
  return byChance(hangUpRate) ? 'hang_up' : 'none';
}

type Scripted = Exclude<Knobs['nextSends'][number], string | number>;

/** Returns a scripted error immediately for a plain number; an object can choose either way. */
function scriptedError(scripted: number | Scripted): Disturbance {
  const wanted: Scripted = typeof scripted === 'number' ? { code: scripted } : scripted;
  const { code, subcode, way, http, transient } = wanted;
  if (way === 'async') return { fail: code };
  const options = { ...(http && { http }), ...(transient && { isTransient: true }) };
  if (subcode === undefined) throw new GraphApiError(code, options);
  const message = subcodeTitle(code, subcode) ?? entryOf(code).title;
  throw new GraphApiError(code, { ...options, subcode, message });
}

/**
 * Marks a person's message and all earlier ones as read, which turns the person's ticks blue. With a typing
 * indicator, the phone shows that the business is typing, for 25 seconds or until the next message.
 */
function markRead(platform: Platform, account: Account, body: Readonly<Record<string, unknown>>): void {
  requireProduct(body);
  if (body.status !== 'read')
    throw new GraphApiError(100, { message: '(#100) Param status must be one of {READ}.' });
  const id = textIn(body, 'message_id');
  const target = platform.store.message.get(id);
  if (!target || target.phoneNumberId !== account.phoneNumberId || target.from !== 'customer') {
    throw new GraphApiError(131009, { details: 'The message id does not exist.' });
  }
  const { phoneNumberId, waId } = target;
  for (const message of platform.chats.messages(phoneNumberId, waId)) {
    const earlier = message.from === 'customer' && message.at <= target.at && message.status !== 'read';
    if (earlier) platform.chats.change(message.id, { status: 'read', readAt: platform.clock.now() });
  }
  const { typing_indicator: typing } = body;
  if (typing === undefined) return;
  if (!isObject(typing) || typing.type !== 'text') {
    throw new GraphApiError(100, { message: "(#100) Param typing_indicator['type'] must be one of {TEXT}." });
  }
  platform.hub.emit({ type: 'typing', phoneNumberId, waId, until: Date.now() + typingMs });
}

/**
 * Checks that a media id belongs to this number, and that its type fits. Any file can be sent as a document.
 * @throws {GraphApiError} 131009 for an unknown or expired id; 131053 for a file of another type.
 */
function checkMediaOfSend(platform: Platform, account: Account, { type, payload }: ParsedSend): void {
  const { id } = (payload ?? {}) as { id?: unknown };
  if (!['image', 'video', 'audio', 'document', 'sticker'].includes(type) || typeof id !== 'string') return;
  const item = platform.media.get(id);
  if (item?.phoneNumberId !== account.phoneNumberId) throw invalid(`Media with id ${id} does not exist.`);
  if (type !== 'document' && kindOfFile(item.mimeType) !== type) {
    throw new GraphApiError(131053, {
      details: `A file of type ${item.mimeType} cannot be sent as ${type}.`,
    });
  }
}
