// Small helps for starting servers in a benchmark.
import { createServer } from 'node:net';

/** A port of the loopback that is free right now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Waits until a server answers 200. */
export async function untilAnswers({ url, headers }) {
  const giveUpAt = Date.now() + 20_000;
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > giveUpAt)
      throw new Error(`${url} did not answer 200 within 20 s (last: ${answer?.status})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
