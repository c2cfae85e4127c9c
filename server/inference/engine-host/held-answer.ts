import type { Listener } from './scheduler.ts';

/**
 * Keeps the pieces of an answer until its end. A speculative request may be stopped and started again, so its caller
 * receives one answer only.
 */
export function createHeldAnswer(listener: Pick<Listener, 'onStart' | 'onText' | 'onToolCall'>) {
  let pieces: (() => void)[] = [];
  return {
    held: {
      onStart: (...given) => void pieces.push(() => listener.onStart(...given)),
      onText: (...given) => void pieces.push(() => listener.onText(...given)),
      onToolCall: (...given) => void pieces.push(() => listener.onToolCall(...given)),
    } satisfies Pick<Listener, 'onStart' | 'onText' | 'onToolCall'>,
    /** Forgets what was written, because the request will start again. */
    forget: (): void => {
      pieces = [];
    },
    /** Passes on what was written. */
    release: (): void => {
      for (const pass of pieces) pass();
      pieces = [];
    },
  };
}
