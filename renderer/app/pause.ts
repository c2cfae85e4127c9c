/** A wait that can be cut short, because the reason for waiting is gone. */
export interface Pause {
  wait(ms: number): Promise<void>;
  end(): void;
}

export function createPause(): Pause {
  let end = () => {};
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}
