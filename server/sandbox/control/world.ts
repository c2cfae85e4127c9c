import type { Router } from 'express';
import { z } from 'zod';
import type { Platform } from '../platform.ts';
import { parsed } from './control-error.ts';

const NewTime = z.strictObject({ offsetMs: z.number().int().min(0) });

/** Mounts the platform's clock, and the reset to its initial state. */
export function mountWorld(router: Router, platform: Platform): void {
  const time = () => ({
    now: new Date(platform.clock.now()).toISOString(),
    offsetMs: platform.clock.offset(),
  });

  router.get('/clock', (_request, response) => {
    response.json(time());
  });

  router.put('/clock', (request, response) => {
    platform.clock.setOffset(parsed(NewTime, request.body).offsetMs);
    response.json(time());
  });

  router.post('/reset', async (_request, response) => {
    platform.reset();
    await platform.store.saved();
    response.json({ success: true });
  });
}
