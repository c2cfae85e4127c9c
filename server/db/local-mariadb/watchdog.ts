import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { identify } from './process-identity.ts';
import { writeRecord } from './process-record.ts';

/*
 * The process between the launcher and the database. It has its own process group and reads from a pipe
 * whose other end only the launcher has. When that closes, for any reason, including `kill -9`, the
 * watchdog stops the database cleanly. The order to start arrives through the same pipe, so a launcher
 * that dies before it has recorded this process never starts a database.
 */
const Order = z.object({
  command: z.string(),
  args: z.array(z.string()),
  record: z.string(),
  port: z.number(),
});

const stopPatienceMs = 40_000;
let stopping = false;
let endDatabase: (() => void) | null = null;

const input = createInterface({ input: process.stdin });
input.once('line', (line) => startDatabase(Order.parse(JSON.parse(line))));
input.once('close', stop);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);

function startDatabase(order: z.infer<typeof Order>): void {
  if (stopping) return;
  const database = spawn(order.command, order.args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  });
  const identity = database.pid ? identify(database.pid) : null;
  try {
    if (identity) writeRecord(order.record, { ...identity, port: order.port });
  } catch (error) {
    // On a full disk. A database that nobody knows of would keep the next start from its files.
    database.kill('SIGKILL');
    throw error;
  }
  endDatabase = () => {
    setTimeout(() => database.kill('SIGKILL'), stopPatienceMs).unref();
    void untilAccepting(order.port, stopPatienceMs / 2).then(() => database.kill('SIGTERM'));
  };
  database.once('error', () => process.exit(1));
  database.once('exit', () => {
    rmSync(order.record, { force: true });
    process.exit(stopping ? 0 : 1);
  });
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  if (!endDatabase) process.exit(0);
  endDatabase();
}

/**
 * Waits until the server accepts connections. MariaDB can hang forever when it gets SIGTERM while it is
 * starting (8 of 36 tries with 10.11), so stop it only after this.
 */
async function untilAccepting(port: number, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline && !(await accepts(port))) await sleep(20);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
    const end = (isAccepted: boolean) => {
      socket.destroy();
      done(isAccepted);
    };
    // The server sends first: only its first byte shows that it has started.
    socket.once('data', () => end(true));
    for (const event of ['error', 'close', 'timeout']) socket.once(event, () => end(false));
  });
}
