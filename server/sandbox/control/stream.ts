import type { Router } from 'express';
import { viewOf } from '../conversation/view.ts';
import type { Platform } from '../platform.ts';
import type { SandboxEvent } from '../state/hub.ts';

const heartbeatMs = 15_000;

/** Mounts the stream of Server-Sent Events. Clients that reconnect read the lists again. */
export function mountStream(router: Router, platform: Platform): void {
  router.get('/stream', (request, response) => {
    response.set({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    response.write('retry: 1000\n\n');
    const stop = platform.hub.listen((event) => {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(bodyOf(event))}\n\n`);
    });
    const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
    request.on('close', () => {
      stop();
      clearInterval(heartbeat);
    });
  });
}

function bodyOf(event: SandboxEvent): object {
  return event.type === 'message' ? { message: viewOf(event.message) } : event;
}
