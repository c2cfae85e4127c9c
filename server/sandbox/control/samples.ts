import type { Router } from 'express';
import { writeAsCustomer } from '../conversation/inbound.ts';
import { fillIn, SAMPLES } from '../conversation/samples.ts';
import { viewOf, visibleOnPhone } from '../conversation/view.ts';
import type { Platform } from '../platform.ts';
import { accountAt } from './accounts.ts';
import { ControlError } from './control-error.ts';
import { waIdOf } from './customers.ts';

/** Mounts the ready-made messages that a person can send, for the phone page and for tests. */
export function mountSamples(router: Router, platform: Platform): void {
  const { chats, people, publisher, clock } = platform;

  router.get('/samples', (_request, response) => {
    response.json({ data: SAMPLES });
  });

  router.post('/accounts/:pnid/chats/:waId/samples/:name', async (request, response) => {
    const { phoneNumberId } = accountAt(platform, request.params.pnid);
    const waId = waIdOf(request.params.waId);
    const sample = SAMPLES.find(({ name }) => name === request.params.name);
    if (!sample) throw new ControlError(404, 'sample_not_found', 'There is no such sample.');
    const visible = chats.messages(phoneNumberId, waId).filter(visibleOnPhone);
    const last = (from: string) => visible.findLast((message) => message.from === from)?.id;
    const needed = JSON.stringify(sample);
    const mine = last('customer');
    const theirs = last('business') ?? mine;
    if (needed.includes('$mine') && mine === undefined)
      throw new ControlError(409, 'nothing_written', 'Write something first: there is no message to change.');
    if (needed.includes('$theirs') && theirs === undefined)
      throw new ControlError(409, 'nothing_written', 'There is no message yet that this could be for.');
    const next = newNumber(platform, waId);
    const ids = { $mine: mine ?? '', $theirs: theirs ?? '', $me: waId, $new: next };
    const { type, payload, extra, valueErrors } = fillIn(sample, ids);
    const message = writeAsCustomer(people, chats, publisher, {
      ...{ phoneNumberId, waId, type, payload, extra, valueErrors, at: clock.now(), announce: true },
      replyTo: null,
    });
    if (sample.name === 'number_changed') people.save(next, { name: people.get(waId)?.name ?? next });
    await platform.store.saved();
    response.status(201).json(viewOf(message));
  });
}

/** Returns an unused number by incrementing the person's number. */
function newNumber({ people }: Platform, waId: string): string {
  for (let step = 1; ; step += 1) {
    const next = (BigInt(waId) + BigInt(step)).toString();
    if (!people.get(next)) return next;
  }
}
