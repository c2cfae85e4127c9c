/**
 * Settles as `work` does, or fails once nothing has been `heard` for `ms`. Electron's requests have no
 * timeout of their own, and a server that never answers must not end the looking for good.
 */
export async function orGiveUp<T>(ms: number, work: (heard: () => void) => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const heard = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new Error('Request timed out')), ms);
      };
      heard();
      work(heard).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
  }
}
