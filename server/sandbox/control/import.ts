import type { Router } from 'express';
import { z } from 'zod';
import { blank } from '../conversation/inbound.ts';
import { previewOf } from '../conversation/preview.ts';
import { newWamid } from '../numbers/wamid.ts';
import type { Platform } from '../platform.ts';
import { accountAt } from './accounts.ts';
import { parsed } from './control-error.ts';
import { waIdOf } from './customers.ts';

const History = z.strictObject({
  chats: z.array(
    z.strictObject({
      waId: z.string(),
      name: z.string().optional(),
      messages: z.array(
        z.strictObject({
          id: z.string().min(1).optional(),
          from: z.enum(['customer', 'business']),
          text: z.string(),
          timestamp: z.number().int().positive(),
          // No earlier status, so that imported messages do not change their status.
          status: z.enum(['delivered', 'read']).default('read'),
        }),
      ),
    }),
  ),
});

/** Mounts the import of chat histories for demos, which sends no callbacks. */
export function mountImport(router: Router, platform: Platform): void {
  router.post('/accounts/:pnid/import', (request, response) => {
    const { phoneNumberId } = accountAt(platform, request.params.pnid);
    const history = parsed(History, request.body);
    const ids = history.chats.map(({ waId: typed, name, messages }) => {
      const waId = waIdOf(typed);
      platform.people.save(waId, name === undefined ? {} : { name });
      return messages.map(({ from, text, timestamp, status, id = newWamid(waId, from) }) => {
        const at = timestamp * 1000;
        const payload = { body: text };
        const words = previewOf('text', payload);
        const times = { sentAt: at, deliveredAt: at, readAt: status === 'read' ? at : null };
        const what = { id, phoneNumberId, waId, from, type: 'text', payload, text: words, at, status };
        return platform.chats.add({ ...blank, ...what, ...times }).id;
      });
    });
    platform.hub.emit({ type: 'reload' });
    response.status(201).json({ ids });
  });
}
