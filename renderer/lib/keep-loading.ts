const RETRY_MS = 3_000;

/**
 * Loads a part of the dashboard and passes it to `use`. Without a network, it tries again after a moment, until it is
 * ended. Returns how to end it; `use` is then not called.
 */
export function keepLoading<Part>(load: () => Promise<Part>, use: (part: Part) => void): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  function attempt(): void {
    load().then(
      (part) => {
        if (!isEnded) use(part);
      },
      () => {
        if (!isEnded) retry = setTimeout(attempt, RETRY_MS);
      },
    );
  }

  attempt();
  return () => {
    isEnded = true;
    clearTimeout(retry);
  };
}
