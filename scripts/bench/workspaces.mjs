// What a server costs while nobody uses it, with more and more workspaces: CPU, statements and memory, and its start.
// One workspace is what the others are compared with.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import { connectNumber, memoryOf, processorMs, timed, withServer } from './processes.mjs';
import { record } from './results.mjs';

/**
 * Runs the benchmark. `--connected 100` is how many of the workspaces are connected to the platform, which takes half a second
 * each to prepare; `--seconds 30` is how long each size is watched, after as long to settle.
 */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      workspaces: { type: 'string', default: '1,10,100,1000' },
      connected: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '30' },
    },
  });
  let alone = null;
  for (const size of values.workspaces.split(',').map(Number)) {
    const connected = Math.min(size, Number(values.connected));
    const figures = await measureSize(size, connected, Number(values.seconds));
    report(size, connected, figures, alone ?? figures);
    alone ??= figures;
  }
}

async function measureSize(size, connected, seconds) {
  const prepare = (place) => createWorkspaces(place, size, connected);
  let figures;
  const whole = await timed(() =>
    withServer({ prepare }, async ({ databaseUrl, pid }) => {
      const connection = await mysql.createConnection(databaseUrl);
      try {
        const [[{ path }]] = await connection.query('SELECT @@pid_file AS path');
        const databasePid = Number(readFileSync(path, 'utf8'));
        await sleep(seconds * 1_000);
        const before = await reading(connection, pid, databasePid);
        await sleep(seconds * 1_000);
        const after = await reading(connection, pid, databasePid);
        const perSecond = (name) => (after[name] - before[name]) / ((after.at - before.at) / 1_000);
        figures = {
          // Milliseconds of CPU in a second, as a percentage of a core.
          cpu: perSecond('cpu') / 10,
          'database-cpu': perSecond('databaseCpu') / 10,
          // The readings themselves are two of the statements.
          statements: perSecond('statements'),
          memory: memoryOf(pid).now,
        };
      } finally {
        await connection.end();
      }
    }),
  );
  return { ...figures, whole: whole.seconds };
}

async function reading(connection, pid, databasePid) {
  const [[{ Value }]] = await connection.query("SHOW GLOBAL STATUS LIKE 'Questions'");
  const cpu = processorMs(pid) ?? Number.NaN;
  return {
    ...{ at: performance.now(), statements: Number(Value), cpu },
    databaseCpu: processorMs(databasePid) ?? Number.NaN,
  };
}

/** Copies the first workspace and its owner, and connects some of the copies to a platform that nobody answers at. */
async function createWorkspaces({ databaseUrl, admin }, size, connected) {
  const connection = await mysql.createConnection(databaseUrl);
  try {
    const id = (kind) => `UNHEX(CONCAT('018f00000000', LEFT(MD5(CONCAT('${kind}', seq)), 20)))`;
    if (size > 1) {
      const rows = `seq_1_to_${size - 1}`;
      await connection.query(
        `INSERT INTO users (id, tenant_id, email, name, role, password_hash, created_at)
         SELECT ${id('u')}, ${id('t')}, CONCAT('owner', seq, '@example.com'), name, role, password_hash, created_at
         FROM users JOIN ${rows}`,
      );
      await connection.query(
        `INSERT INTO tenants (id, name, verify_token, created_at)
         SELECT ${id('t')}, CONCAT('bench ', seq), MD5(seq), created_at FROM tenants JOIN ${rows}`,
      );
      await connection.query(`INSERT INTO tenant_counters (tenant_id) SELECT ${id('t')} FROM ${rows}`);
    }
  } finally {
    await connection.end();
  }
  const { data } = admin('tenant', 'list');
  for (const { tenantId } of data.slice(0, connected)) connectNumber(admin, tenantId);
}

const FIGURES = {
  cpu: ['CPU of the idle server', '% of a core'],
  'database-cpu': ['CPU of its database', '% of a core'],
  statements: ['statements of the idle server', '/s'],
  memory: ['memory of the idle server', 'MB'],
};

function report(size, connected, figures, alone) {
  for (const [figure, [title, unit]] of Object.entries(FIGURES))
    record({
      id: `workspaces/${figure}/${size}`,
      name: `${title}, ${size.toLocaleString('en')} workspaces, ${connected} of them connected`,
      ...{ unit, ours: figures[figure] },
      ...(figures !== alone && { floor: alone[figure], beside: 'the first size' }),
      ...(figures !== alone && { ratio: figures[figure] / alone[figure] }),
      growth: { of: 'workspaces', at: size, series: title, cost: 'ours' },
    });
  console.log(
    `${size} workspaces, ${connected} connected: server ${figures.cpu.toFixed(1)}% of a core, database ${figures['database-cpu'].toFixed(1)}%, ` +
      `${figures.statements.toFixed(0)} statements a second, ${figures.memory} MB (prepared and measured in ${figures.whole.toFixed(0)} s)`,
  );
}
