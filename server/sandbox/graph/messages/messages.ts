import type { Response, Router } from 'express';
import type { Platform } from '../../platform.ts';
import type { ChatMessage } from '../../state/model.ts';
import { accessOf, numberIn } from '../access.ts';
import { bodyOf } from '../body.ts';
import { acceptSend } from './accept.ts';
import { disturb } from './disturb.ts';
import { markRead } from './mark-read.ts';
import { checkMediaOfSend } from './media-of-send.ts';
import { type ParsedSend, parseSend } from './parse.ts';

/** For how long the answer waits when a status is to overtake it. */
const overtakeMs = 300;

/** Sending, and marking as read: both live at `/<phone number id>/messages`. */
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
    // Accepted means that a crash of the sandbox does not lose it, as with the real platform.
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

/** Cuts the connection: the caller cannot know whether the message went out. */
function hangUp(response: Response): void {
  response.locals.hungUp = true;
  response.socket?.destroy();
}
