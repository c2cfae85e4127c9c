import type { Response } from 'express';

const PING_MS = 15_000;
/** So much may wait for a slow reader before the request is given up. */
const MOST_BUFFERED = 4_000_000;

/** Says how long it took to this answer, as OpenAI does; of a stream, to its beginning. */
export function stampTime(res: Response): void {
  const { startedAt } = res.locals as { startedAt?: number };
  if (startedAt !== undefined)
    res.set('OpenAI-Processing-Ms', String(Math.round(performance.now() - startedAt)));
}

/** Sends the headers of server-sent events: nothing on the way may keep, change or gather them. */
export function beginEvents(res: Response): void {
  stampTime(res);
  res.status(200);
  res.set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.flushHeaders();
}

/**
 * Server-sent events. The headers go out with the first event or note, so that until then a failure can still
 * be a real status; a comment keeps the connection alive while a long prompt is read.
 */
export function openEventStream(res: Response, onTooSlow: () => void) {
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    if (res.headersSent) return;
    beginEvents(res);
    timer = setInterval(() => write(': ping\n\n'), PING_MS);
  }

  function write(text: string): void {
    if (res.writableEnded || res.destroyed) return;
    res.write(text);
    if (res.writableLength > MOST_BUFFERED) onTooSlow();
  }

  return {
    begin,
    /** Sends a comment: clients skip it, and those that asked for it read it. */
    note: (text: string) => {
      begin();
      write(`: ${text}\n\n`);
    },
    send: (value: object) => {
      begin();
      write(`data: ${JSON.stringify(value)}\n\n`);
    },
    /** The end of a whole answer. */
    done: () => {
      clearInterval(timer);
      write('data: [DONE]\n\n');
      res.end();
    },
    /** The end of one that broke off: clients take the missing [DONE] for the failure that it is. */
    breakOff: (body: object) => {
      clearInterval(timer);
      write(`data: ${JSON.stringify(body)}\n\n`);
      res.end();
    },
    stop: () => clearInterval(timer),
  };
}
