import type { Router } from 'express';
import { z } from 'zod';
import { writeAsCustomer } from '../conversation/inbound.ts';
import { summaryOf, viewOf, visibleOnPhone } from '../conversation/view.ts';
import { withFile } from '../media/inbound-file.ts';
import type { Platform } from '../platform.ts';
import { accountAt } from './accounts.ts';
import { ControlError, parsed } from './control-error.ts';
import { waIdOf } from './customers.ts';

const Writing = z.strictObject({
  text: z.string().min(1).max(65_536).optional(),
  /** Any other message type: its name and the object under that name. */
  type: z.string().min(1).optional(),
  payload: z.unknown().optional(),
  /** Extra fields of the message: `context`, `referral`, `errors`, `identity`. */
  extra: z.record(z.string(), z.unknown()).optional(),
  /** Sent as `value.errors` next to the message. */
  valueErrors: z.array(z.unknown()).optional(),
  name: z.string().optional(),
  replyTo: z.string().optional(),
  /** Unix seconds. Backdates the message, for a closed window or a late callback. */
  timestamp: z.number().int().positive().optional(),
  id: z.string().min(1).optional(),
});
const Opening = z.strictObject({ open: z.boolean(), leaseMs: z.number().positive().optional() });

/** Mounts the actions on the phones: sending a message, opening a chat, and reading its contents. */
export function mountChats(router: Router, platform: Platform): void {
  const { chats, people, publisher, ladder, clock } = platform;

  router.get('/accounts/:pnid/chats', (request, response) => {
    const { phoneNumberId } = accountAt(platform, request.params.pnid);
    response.json({ data: chats.all(phoneNumberId).map((chat) => summaryOf(platform, chat)) });
  });

  router.get('/accounts/:pnid/chats/:waId/messages', (request, response) => {
    const { phoneNumberId } = accountAt(platform, request.params.pnid);
    const everything = request.query.all === '1' || request.query.all === 'true';
    const messages = chats.messages(phoneNumberId, request.params.waId);
    response.json({ data: messages.filter((message) => everything || visibleOnPhone(message)).map(viewOf) });
  });

  router.post('/accounts/:pnid/chats/:waId/messages', async (request, response) => {
    const { phoneNumberId } = accountAt(platform, request.params.pnid);
    const writing = parsed(Writing, request.body);
    if ((writing.text === undefined) === (writing.type === undefined)) {
      throw new ControlError(400, 'validation_failed', 'Give either text, or type with its payload.');
    }
    const waId = waIdOf(request.params.waId);
    if (writing.name !== undefined) people.save(waId, { name: writing.name });
    const message = writeAsCustomer(people, chats, publisher, {
      phoneNumberId,
      waId,
      type: writing.type ?? 'text',
      payload:
        writing.text === undefined
          ? withFile(platform, phoneNumberId, writing.type ?? '', writing.payload)
          : { body: writing.text },
      at: writing.timestamp === undefined ? clock.now() : writing.timestamp * 1000,
      replyTo: writing.replyTo ?? null,
      announce: true,
      extra: writing.extra,
      valueErrors: writing.valueErrors,
      id: writing.id,
    });
    await platform.store.saved();
    response.status(201).json(viewOf(message));
  });

  router.put('/accounts/:pnid/chats/:waId/open', (request, response) => {
    const { phoneNumberId } = accountAt(platform, request.params.pnid);
    const { waId } = request.params;
    const { open, leaseMs } = parsed(Opening, request.body);
    chats.setOpen(phoneNumberId, waId, open, leaseMs);
    if (open) ladder.readAll(phoneNumberId, waId);
    response.json({ open });
  });

  router.post('/accounts/:pnid/chats/:waId/read', (request, response) => {
    const { phoneNumberId } = accountAt(platform, request.params.pnid);
    ladder.readAll(phoneNumberId, request.params.waId);
    response.json({ success: true });
  });
}
