import type { Request, Response } from 'express';

/** How often a place in the queue is looked up again. */
const LOOK_MS = 500;

/**
 * Whether the caller wants to hear how far its request is before the first word. Only on request: the answer's
 * status is then sent before it is known whether the model answers, and what goes wrong comes as an event.
 */
export function wantsProgress(req: Request): boolean {
  return req.get('X-Progress') === 'true';
}

/** The comment that tells a place in the queue; 1 is next. Clients of server-sent events pass over comments. */
export function queueNote(position: number): string {
  return `queue-position ${position}`;
}

/** The comment that tells how much of the prompt has been read, in tokens. */
export function readNote(read: number, all: number): string {
  return `prompt-read ${read}/${all}`;
}

/** Tells each new place until the request waits no longer. */
export function tellPositions(
  positionNow: () => number | null,
  res: Response,
  tell: (position: number) => void,
): void {
  let told: number | null = null;
  const look = () => {
    const position = positionNow();
    if (position === null || res.destroyed) return clearInterval(timer);
    if (position !== told) tell(position);
    told = position;
  };
  const timer = setInterval(look, LOOK_MS);
  res.on('close', () => clearInterval(timer));
  look();
}
