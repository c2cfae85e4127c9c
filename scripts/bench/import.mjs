// The import of contacts from a file, at several sizes, in the server that people run: time, and memory of its process.
import { parseArgs } from 'node:util';
import { fillWorkspace } from './contacts.mjs';
import { memoryOf, processorMs, timed, withServer } from './processes.mjs';
import { record } from './results.mjs';

/** What the issue promises for 50,000 rows on two cores: of memory, what the import adds to that of the idle server. */
const PROMISED = { rows: 50_000, seconds: 120, megabytes: 200 };

/**
 * Imports a file of each size into a workspace of its own, and undoes nothing. `--contacts 10000,1000000`: the promised size
 * also into workspaces that have as many contacts before.
 */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '10000,50000,100000' },
      contacts: { type: 'string' },
    },
  });
  for (const rows of values.rows.split(',').map(Number)) await measureSize(rows, 0);
  for (const contacts of values.contacts?.split(',').map(Number) ?? [])
    await measureSize(PROMISED.rows, contacts);
}

async function measureSize(rows, contacts) {
  const prepare = async ({ databaseUrl, tenantId }) => {
    if (contacts > 0) await fillWorkspace(databaseUrl, tenantId, contacts);
  };
  await withServer({ prepare }, async ({ pid, send }) => {
    const before = memoryOf(pid);
    const cpu = processorMs(pid);
    const times = {};
    const part = async (name, work) => {
      const { result, seconds } = await timed(work);
      times[name] = seconds;
      return result;
    };
    const { id, mapping } = await part('upload', () =>
      send('POST', '/contact-imports?filename=bench.csv', fileOf(rows)),
    );
    await part('check', async () => {
      await send('POST', `/contact-imports/${id}/check`, { mapping, mode: 'overwrite' });
      await untilState(send, id, 'checked');
    });
    await part('import', async () => {
      await send('POST', `/contact-imports/${id}/commit`);
      const { counts } = await untilState(send, id, 'done');
      if (counts.created !== rows) throw new Error(`created ${counts.created} of ${rows}`);
    });
    report({ rows, contacts }, times, { before, peak: memoryOf(pid).peak, cpu: processorMs(pid) - cpu });
  });
}

function report({ rows, contacts }, times, { before, peak, cpu }) {
  const total = Object.values(times).reduce((sum, seconds) => sum + seconds, 0);
  const parts = Object.entries(times).map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`);
  const each = (total / rows) * 1e6;
  console.log(
    `${rows} rows into ${contacts} contacts: ${total.toFixed(1)} s (${parts.join(', ')}), ${each.toFixed(0)} µs a row, ` +
      `${(cpu / 1_000).toFixed(1)} s of CPU; memory ${before.now} MB before, ${peak} MB at most`,
  );
  const growth = contacts > 0 ? { of: 'contacts', at: contacts } : { of: 'rows of a file', at: rows };
  const series = (name) => (contacts > 0 ? `${name} of ${rows} rows, by contacts` : name);
  const isPromised = rows === PROMISED.rows;
  record({
    ...{
      id: `import/time/${rows}/${contacts}`,
      name: `import of ${rows} rows into ${contacts} contacts`,
      unit: 's',
      ours: total,
    },
    ...(isPromised && { aim: { figure: 'ours', atMost: PROMISED.seconds } }),
    growth: { ...growth, series: series('import of a file') },
  });
  record({
    ...{
      id: `import/memory/${rows}/${contacts}`,
      name: `memory that an import of ${rows} rows into ${contacts} contacts adds`,
      unit: 'MB',
    },
    ours: peak - before.now,
    ...(isPromised && { aim: { figure: 'ours', atMost: PROMISED.megabytes } }),
    growth: { ...growth, series: series('memory that an import adds') },
  });
  if (!isPromised) return;
  const isKept = total < PROMISED.seconds && peak - before.now < PROMISED.megabytes;
  console.log(
    `  promised: under ${PROMISED.seconds} s and ${PROMISED.megabytes} MB more: ${isKept ? 'kept' : 'NOT KEPT'}`,
  );
  if (!isKept) process.exitCode = 1;
}

function fileOf(rows) {
  const lines = ['Name,Phone,Email,Status,Tags'];
  for (let index = 0; index < rows; index += 1)
    lines.push(
      `Person ${index} of the benchmark,+4915${200_000_000 + index},person${index}@example.com,warm,"bench, file ${index % 20}"`,
    );
  return `${lines.join('\n')}\n`;
}

async function untilState(send, id, state) {
  for (;;) {
    const found = await send('GET', `/contact-imports/${id}`);
    if (found.state === state) return found;
    if (found.state === 'failed') throw new Error('the import has failed');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
