import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until the server greets a connection. MariaDB that gets SIGTERM while it is still starting
 * can hang for ever (8 of 36 tries with 10.11), so a stop must come after this.
 */
export async function untilAccepting(port: number, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline && !(await greets(port))) await sleep(20);
}

function greets(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
    const end = (isGreeted: boolean) => {
      socket.destroy();
      done(isGreeted);
    };
    // The server speaks first: only its first byte shows that it is past its start.
    socket.once('data', () => end(true));
    for (const event of ['error', 'close', 'timeout']) socket.once(event, () => end(false));
  });
}
