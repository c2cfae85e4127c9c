import { isSpeculative, type RequestClass } from '../request-class.ts';
import type { Listener } from './listener.ts';

/** The pieces of an answer, in the order in which they arrive. */
type Pieces = Pick<Listener, 'onStart' | 'onText' | 'onToolCall'>;

export type HeldAnswer = ReturnType<typeof holdAnswer>;

/**
 * Keeps the pieces of an answer until its end. A speculative request may be parked and then starts again, and its
 * caller receives one answer only.
 */
export function holdAnswer(listener: Pieces) {
  let pieces: (() => void)[] = [];
  return {
    held: {
      onStart: (...given) => {
        pieces.push(() => listener.onStart(...given));
      },
      onText: (...given) => {
        pieces.push(() => listener.onText(...given));
      },
      onToolCall: (...given) => {
        pieces.push(() => listener.onToolCall(...given));
      },
    } satisfies Pieces,
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

/** The parts of a running request that decide whether it is parked. */
interface Parkable {
  readonly requestClass: RequestClass;
  /** When it was passed to the engine, in milliseconds. */
  readonly startedAt: number | null;
  /** Whether it is being stopped already. */
  readonly isParking: boolean;
}

/**
 * Returns the running requests to park so that others can start: those of the lowest class first, and of them the ones
 * that have done the least.
 * @param wanted number of slots that requests wait for which people need now.
 * @param leaving number of slots that are about to be free.
 */
export function requestsToPark<Request extends Parkable>(
  running: readonly Request[],
  { wanted, leaving }: { wanted: number; leaving: number },
): Request[] {
  const parking = running.filter((one) => one.isParking).length;
  return running
    .filter((one) => isSpeculative(one.requestClass) && !one.isParking)
    .sort(
      (one, other) => other.requestClass - one.requestClass || (other.startedAt ?? 0) - (one.startedAt ?? 0),
    )
    .slice(0, Math.max(0, wanted - leaving - parking));
}
