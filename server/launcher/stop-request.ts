/** A request by a person or the system to stop the launcher. */
export interface StopRequest {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP, or by `request`. */
  readonly signal: AbortSignal;
  /** Settles when `signal` is aborted. */
  readonly requested: Promise<void>;
  /** Requests a stop; `reason` is the error that caused it, if any. */
  request(reason?: Error): void;
  /** Returns the error that caused the stop; null after a regular one. */
  failure(): Error | null;
  /** Stops listening to signals. */
  dispose(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens for signals to stop. A second signal of any kind calls `onSecondSignal`. */
export function listenForStop(onSecondSignal: () => void): StopRequest {
  const controller = new AbortController();
  let failed: Error | null = null;
  const requested = new Promise<void>((done) => {
    controller.signal.addEventListener('abort', () => done(), { once: true });
  });
  const request = (reason?: Error) => {
    if (controller.signal.aborted) return;
    failed = reason ?? null;
    controller.abort();
  };
  const onSignal = () => (controller.signal.aborted ? onSecondSignal() : request());
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    requested,
    request,
    failure: () => failed,
    dispose: () => {
      for (const name of signals) process.off(name, onSignal);
    },
  };
}
