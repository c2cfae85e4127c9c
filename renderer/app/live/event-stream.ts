import type { EventEnvelope } from '../../../shared/events/index.ts';

/** A page of missed events. */
export interface MissedEvents {
  events: EventEnvelope[];
  latestSeq: number;
  resyncRequired: boolean;
}

export interface EventStreamDeps {
  fetchSince(seq: number): Promise<MissedEvents>;
  /** Applies one event. Called once per event, in `seq` order. */
  apply(envelope: EventEnvelope): void;
  /** Reloads everything after the server has deleted the missed events. */
  resync(): Promise<void>;
  wait(ms: number): Promise<void>;
  /** Called when an event could not be applied. The stream continues. */
  onError(error: unknown): void;
}

export interface EventStream {
  receive(envelope: EventEnvelope): void;
  /** Records the server's latest `seq` when it arrives without an event. */
  noteLatest(seq: number): void;
  /** Fetches missed events, retrying until it has caught up or is stopped. Never rejects. */
  catchUp(): Promise<void>;
  /** Returns the `seq` of the last applied event. */
  position(): number;
  stop(): void;
}

const BACKOFF_MS = [500, 1_000, 2_000, 5_000, 10_000];

/**
 * Keeps a workspace's events in order: applies the next event, drops old ones and fills gaps over HTTP.
 * `startSeq` is the position before anything was loaded.
 */
export function createEventStream(startSeq: number, deps: EventStreamDeps): EventStream {
  let last = startSeq;
  let highest = startSeq;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isResyncing = false;
  let isStopped = false;

  function take(envelope: EventEnvelope): void {
    last = envelope.seq;
    if (highest < last) highest = last;
    try {
      deps.apply(envelope);
    } catch (error) {
      deps.onError(error);
    }
  }

  async function step(): Promise<void> {
    const page = await deps.fetchSince(last);
    if (isStopped) return;
    const isBroken = page.resyncRequired || hasGap(page.events, last);
    if (isBroken) {
      isResyncing = true;
      try {
        await deps.resync();
      } finally {
        isResyncing = false;
      }
      // A lower `seq` than before means that the server was restored from a backup.
      highest = page.latestSeq < last ? page.latestSeq : Math.max(highest, page.latestSeq);
      last = page.latestSeq;
      isWanted = true;
      return;
    }
    const before = last;
    for (const envelope of page.events) if (envelope.seq > last) take(envelope);
    if (page.latestSeq > last) isWanted = true;
    // The announced events cannot be fetched yet. Back off instead of retrying in a tight loop.
    if (last < highest && last === before) await deps.wait(BACKOFF_MS[0] ?? 500);
    if (last < highest) isWanted = true;
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (isWanted && !isStopped) {
      isWanted = false;
      try {
        await step();
        failures = 0;
      } catch {
        isWanted = true;
        await deps.wait(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)] ?? 10_000);
        failures += 1;
      }
    }
  }

  function catchUp(): Promise<void> {
    isWanted = true;
    running ??= run().finally(() => {
      running = null;
      if (isWanted && !isStopped) void catchUp();
    });
    return running;
  }

  return {
    receive: (envelope) => {
      if (isStopped || envelope.seq <= last) return;
      if (envelope.seq === last + 1 && !isResyncing) return take(envelope);
      highest = Math.max(highest, envelope.seq);
      void catchUp();
    },
    noteLatest: (seq) => {
      if (isStopped || seq <= last) return;
      highest = Math.max(highest, seq);
      void catchUp();
    },
    catchUp,
    position: () => last,
    stop: () => {
      isStopped = true;
    },
  };
}

function hasGap(events: readonly EventEnvelope[], since: number): boolean {
  const missed = events.filter((event) => event.seq > since);
  return missed.some((event, index) => event.seq !== since + 1 + index);
}
