// Helpers for starting servers in a benchmark.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Returns a free port on the loopback interface. */
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

/** Waits until a server returns 200, by default for at most 20 seconds. */
export async function waitUntilReady({ url, headers }, ms = 20_000) {
  const deadline = Date.now() + ms;
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > deadline)
      throw new Error(`${url} did not return 200 within ${ms / 1_000} s (last: ${answer?.status})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Returns the CPU time that a process has used, in milliseconds, on Linux; null elsewhere. Unlike elapsed
 * time, it depends little on other load on the machine.
 */
export function processorMs(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  // After the name, which can contain spaces. User and system time are the 12th and 13th fields, in 1/100 s.
  const fields = readFileSync(path, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
