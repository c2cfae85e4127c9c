import type { Router } from 'express';
import type { Platform } from '../platform.ts';
import { KnobsSchema } from '../state/knobs.ts';
import { accountAt } from './accounts.ts';
import { parsed } from './control-error.ts';

const Patch = KnobsSchema.partial();

/** Mounts the knobs, for all numbers or for one number, whose settings take precedence. */
export function mountKnobs(router: Router, platform: Platform): void {
  const { knobs } = platform;

  router.get('/knobs', (_request, response) => {
    response.json(knobs.common());
  });

  router.patch('/knobs', (request, response) => {
    parsed(Patch, request.body);
    knobs.set(null, request.body ?? {});
    response.json(knobs.common());
  });

  router.delete('/knobs', (_request, response) => {
    knobs.set(null, {}, true);
    response.json(knobs.common());
  });

  router.get('/accounts/:pnid/knobs', (request, response) => {
    response.json(knobs.of(accountAt(platform, request.params.pnid).phoneNumberId));
  });

  router.patch('/accounts/:pnid/knobs', (request, response) => {
    const { phoneNumberId } = accountAt(platform, request.params.pnid);
    parsed(Patch, request.body);
    knobs.set(phoneNumberId, request.body ?? {});
    response.json(knobs.of(phoneNumberId));
  });

  router.delete('/accounts/:pnid/knobs', (request, response) => {
    const { phoneNumberId } = accountAt(platform, request.params.pnid);
    knobs.set(phoneNumberId, {}, true);
    response.json(knobs.of(phoneNumberId));
  });
}
