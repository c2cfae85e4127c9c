import type { Router } from 'express';
import { errorLines } from '../conversation/error-catalogue.ts';
import { viewOf } from '../conversation/view.ts';
import type { Platform } from '../platform.ts';

/** Mounts lists for test assertions: received calls, accepted sends and pending callbacks. */
export function mountObserve(router: Router, platform: Platform): void {
  const { store, calls, hub } = platform;
  const ofNumber = (pnid: unknown) => (row: { phoneNumberId: string | null }) =>
    typeof pnid !== 'string' || row.phoneNumberId === pnid;

  router.get('/calls', (request, response) => {
    const { pnid, since } = request.query;
    response.json({ data: calls.list(Number(since ?? 0)).filter(ofNumber(pnid)) });
  });

  router.get('/sends', (request, response) => {
    const accepted = [...store.message.values()].filter((message) => message.from === 'business');
    const { pnid, opaque } = request.query;
    const wanted = accepted
      .filter(ofNumber(pnid))
      .filter((send) => opaque === undefined || send.opaque === opaque);
    response.json({ data: wanted.map(viewOf) });
  });

  router.get('/callbacks', (request, response) => {
    response.json({ data: [...store.callback.values()].filter(ofNumber(request.query.pnid)) });
  });

  router.get('/errors', (_request, response) => {
    response.json({ data: errorLines() });
  });

  router.get('/activity', (request, response) => {
    response.json({ data: hub.recentActivity().filter(ofNumber(request.query.pnid)) });
  });
}
