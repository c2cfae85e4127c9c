import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { identify } from './process-identity.ts';
import { writeRecord } from './process-record.ts';

/*
 * The process between the launcher and the database. It lives in its own process group and holds the
 * reading end of a pipe whose other end only the launcher has: when that closes, for whatever reason,
 * `kill -9` included, the database is stopped cleanly. The order to start comes through the same pipe,
 * so a launcher that died before it could write us down never gets a database.
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
  if (identity) writeRecord(order.record, { ...identity, port: order.port });
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
 * Waits until the server greets a connection. MariaDB that gets SIGTERM while it is still starting
 * can hang for ever (8 of 36 tries with 10.11), so a stop must come after this.
 */
async function untilAccepting(port: number, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline && !(await greets(port))) await sleep(20);
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
