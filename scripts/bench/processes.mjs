// Small helps for starting servers in a benchmark.
import { existsSync, readFileSync } from 'node:fs';
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

/** Waits until a server answers 200, for 20 seconds if not told otherwise. */
export async function untilAnswers({ url, headers }, ms = 20_000) {
  const giveUpAt = Date.now() + ms;
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > giveUpAt)
      throw new Error(`${url} did not answer 200 within ${ms / 1_000} s (last: ${answer?.status})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Processor time that a process has used so far, in milliseconds, on Linux; null elsewhere. Other work on the
 * machine changes it little, where it changes every wall clock.
 */
export function processorMs(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  // After the name, which may have spaces: user and system time are the 12th and 13th field, in hundredths.
  const fields = readFileSync(path, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
