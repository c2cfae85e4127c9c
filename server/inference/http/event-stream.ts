import type { Response } from 'express';

const PING_MS = 15_000;
/** Bytes that may wait for a reader. One for whom more wait does not read, and its connection is closed. */
const MAX_BUFFERED = 4_000_000;

/** Sets the response time header as OpenAI does; for a stream, the time until it begins. */
export function stampTime(res: Response): void {
  const { startedAt } = res.locals as { startedAt?: number };
  if (startedAt !== undefined)
    res.set('OpenAI-Processing-Ms', String(Math.round(performance.now() - startedAt)));
}

/** Sends the headers of server-sent events. Proxies must not cache, transform or buffer them. */
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
 * Opens a stream of server-sent events. The headers are sent with the first event or note; until then, an
 * error can still be returned with its HTTP status. Comments keep the connection alive during long prompts. A caller that
 * does not read is disconnected, which ends its work like any other end of the connection.
 */
export function openEventStream(res: Response) {
  let timer: NodeJS.Timeout | undefined;

  function begin(): void {
    if (res.headersSent) return;
    beginEvents(res);
    timer = setInterval(() => write(': ping\n\n'), PING_MS);
  }

  function write(text: string): void {
    if (res.writableEnded || res.destroyed) return;
    res.write(text);
    if (res.writableLength > MAX_BUFFERED) res.destroy();
  }

  return {
    begin,
    /** Sends a comment, which clients skip unless they requested progress. */
    note: (text: string) => {
      begin();
      write(`: ${text}\n\n`);
    },
    /** Sends an event, with its name if the API names events. */
    send: (value: object, name?: string) => {
      begin();
      write(eventText(value, name));
    },
    /** Ends a complete answer, with the marker of the APIs whose events have no names. */
    done: (marker = 'data: [DONE]\n\n') => {
      clearInterval(timer);
      if (marker !== '') write(marker);
      res.end();
    },
    /** Ends an incomplete answer with an error. Clients detect the failure by the missing end. */
    breakOff: (body: object, name?: string) => {
      clearInterval(timer);
      write(eventText(body, name));
      res.end();
    },
    stop: () => clearInterval(timer),
  };
}

function eventText(value: object, name?: string): string {
  const data = `data: ${JSON.stringify(value)}\n\n`;
  return name === undefined ? data : `event: ${name}\n${data}`;
}
