// The contacts page, segments and the audiences of broadcasts at several sizes of a workspace, over HTTP, beside a read of
// one contact; and how fast the people of a broadcast are stored.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import { at, start } from './callbacks.mjs';
import { crockfordOf } from './fill-searchable.mjs';
import { openLoop } from './open-loop.mjs';
import { compare, connectNumber, freePort, timed, waitUntilReady, withServer } from './processes.mjs';
import { median, record } from './results.mjs';
import { tenantKey } from './tenant-key.mjs';

const DAY_MS = 86_400_000;
const AT_ONCE = 100_000;
/** As many contacts as the server puts into one block (decision 0209). */
const PER_BLOCK = 1_000;
const AUDIENCE_MAX = 100_000;
const WAIT_MS = 300_000;
/** Lists a second that arrive whether or not earlier ones are answered, in rounds in turns with the floor. */
const LISTS_PER_SECOND = 300;
const LIST_ROUNDS = 3;

/**
 * Fills one workspace per size and measures each kind of request. `--data folder` keeps the data of each size for the next
 * run, and `--fill` ends when it is there. `--seconds 3` shortens the lists at a fixed rate.
 */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      contacts: { type: 'string', default: '10000,100000,1000000' },
      data: { type: 'string' },
      fill: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '10' },
    },
  });
  for (const size of values.contacts.split(',').map(Number)) await measureSize(size, values);
}

async function measureSize(size, { data, fill: isFillOnly, seconds: perRound }) {
  const folder = data && join(data, String(size));
  const prepare = async ({ databaseUrl, tenantId, admin }) => {
    connectNumber(admin, tenantId);
    const { result, seconds } = await timed(() => fillWorkspace(databaseUrl, tenantId, size));
    console.log(`${size} contacts: filled by SQL in ${seconds.toFixed(0)} s`);
    return result;
  };
  const environment = { RATE_LIMIT_KEY_PER_MINUTE: '1000000000' };
  await withServer({ prepare, folder, environment }, async (place) => {
    const { databaseUrl, tenantId, filled, send } = place;
    if (isFillOnly) return;
    const connection = await mysql.createConnection({ uri: databaseUrl, timezone: 'Z' });
    try {
      await connection.query('SET @tenant = ?', [tenantKey(tenantId)]);
      await compare(await requestsOf(send, filled), {
        ...{ rounds: size > AUDIENCE_MAX ? 15 : 30, warmUp: 2 },
        report: { id: 'contacts', of: 'contacts', at: size },
      });
      await listAtRate(connection, place, { size, seconds: Number(perRound) });
      await createBroadcast(connection, send, size);
    } finally {
      await connection.end();
    }
  });
}

async function requestsOf(send, { contactId }) {
  const get = (path) => () => send('GET', path);
  const page = (query) => get(`/contact-pages?limit=50&${query}`);
  const counted = async (name, filter) => {
    // Data that is kept has those of earlier runs.
    const { id } = await send('POST', '/segments', { name: `${name} ${Date.now()}`, filter });
    return get(`/segments/${id}/count`);
  };
  const preview = (audience) => () =>
    send('POST', '/broadcast-preview', { name: 'Spring', audience, template: template() });
  return {
    'GET /contacts/{id} (the floor)': get(`/contacts/${contactId}`),
    'page: newest first': page('sort=added&direction=desc'),
    'page: by name': page('sort=name&direction=asc'),
    'page: by name, 200th': page('sort=name&direction=asc&page=200'),
    'page: who wrote last': page('sort=seen&direction=desc'),
    'page: with a tag of 1 in 10': page('sort=added&direction=desc&tag=often'),
    'page: with a tag of 1 in 10, by name': page('sort=name&direction=asc&tag=often'),
    'page: with a tag of 1 in 1,000': page('sort=added&direction=desc&tag=rare'),
    'page: a value of a field, 1 in 20': page('sort=added&direction=desc&attribute=city%3Acity3'),
    'page: subscribed, wrote within 7 days': page(
      'sort=added&direction=desc&marketing=subscribed&seenWithinDays=7',
    ),
    'page: blocked (nobody), with an address': page('sort=added&direction=desc&blocked=true&hasEmail=true'),
    'page: added within a day (the newest)': page('sort=added&direction=desc&addedWithinDays=1'),
    'page: unsubscribed without an address (nobody)': page(
      'sort=added&direction=desc&marketing=unsubscribed&hasEmail=false',
    ),
    'count of a segment: a tag of 1 in 10': await counted('tag', { tag: 'often' }),
    'count of a segment: hot': await counted('status', { status: 'hot' }),
    'count of a segment: subscribed with an address': await counted('row', {
      marketing: 'subscribed',
      hasEmail: true,
    }),
    'count of a segment: wrote within 30 days': await counted('seen', { seenWithinDays: 30 }),
    'preview of a broadcast: a tag of 1 in 10': preview({ tag: 'often' }),
    'preview of a broadcast: to all': preview({ all: true }),
  };
}

/** Asks for the public list at a fixed rate, in turns with a bare server that runs the same statements. */
async function listAtRate(connection, { databaseUrl, tenantId, admin, url }, { size, seconds }) {
  const { key } = admin('key', 'create', '--tenant', tenantId, '--name', `list ${Date.now()}`);
  const tenant = tenantKey(tenantId);
  const [[row]] = await connection.query(
    'SELECT key_hash AS keyHash FROM api_keys WHERE tenant_id = @tenant ORDER BY id DESC LIMIT 1',
  );
  const task = { tenant: tenant.toString('hex'), keyHash: row.keyHash.toString('hex') };
  const port = await freePort();
  const bare = start(fileURLToPath(new URL('./bare/server.mjs', import.meta.url)), {
    ...{ DATABASE_URL: databaseUrl, PORT: String(port), TASK: JSON.stringify(task) },
  });
  try {
    const targets = { ours: `${url}/api/v1/contacts`, floor: `http://127.0.0.1:${port}/list` };
    await waitUntilReady({ url: targets.floor });
    const headers = { authorization: `Bearer ${key}` };
    const rounds = { ours: [], floor: [] };
    let refused = 0;
    const onRefused = () => {
      refused += 1;
    };
    for (let round = -1; round < LIST_ROUNDS; round += 1)
      for (const [side, target] of Object.entries(targets)) {
        const options = { perSecond: LISTS_PER_SECOND, next: () => ({ headers }), method: 'GET', onRefused };
        const times = await openLoop(target, { ...options, seconds: round < 0 ? 1 : seconds });
        if (round >= 0) rounds[side].push(times);
      }
    const of = (side, share) => median(rounds[side].map((times) => at(times, share)));
    const ratios = rounds.ours.map((times, round) => at(times, 0.99) / at(rounds.floor[round], 0.99));
    record({
      id: `contacts/open-loop/${size}`,
      name: `list, open loop, ${LISTS_PER_SECOND}/s, ${size.toLocaleString('en')} contacts: p99 of a round`,
      ...{
        unit: 'ms',
        ours: of('ours', 0.99),
        floor: of('floor', 0.99),
        ratio: median(ratios),
        rounds: ratios,
      },
      ms: { p50: of('ours', 0.5), p95: of('ours', 0.95), p99: of('ours', 0.99) },
      aim: { figure: 'p99', atMost: 100 },
      growth: { of: 'contacts', at: size, series: 'list, open loop, p99' },
    });
    record({
      ...{ id: `contacts/refused/${size}`, name: `lists refused, ${size.toLocaleString('en')} contacts` },
      ...{ unit: '', ours: refused, aim: { figure: 'ours', atMost: 0 } },
    });
    for (const side of ['ours', 'floor'])
      console.log(
        `  list, ${LISTS_PER_SECOND}/s, open loop, ${side.padEnd(5)}: p50 ${of(side, 0.5).toFixed(1)} ms, p99 of the rounds ` +
          `${rounds[side].map((times) => at(times, 0.99).toFixed(1)).join(' ')} ms (aim < 100)`,
      );
    if (refused > 0) console.log(`  ${refused} lists were refused`);
  } finally {
    bare.kill('SIGTERM');
  }
}

/** Creates a broadcast to as many as there may be, and waits until each has a row. No message leaves: the platform is off. */
async function createBroadcast(connection, send, size) {
  const audience = size > AUDIENCE_MAX ? { tag: 'often' } : { all: true };
  const people = size > AUDIENCE_MAX ? size / 10 : size;
  const created = await timed(() =>
    send('POST', '/broadcasts', { name: 'Spring', audience, template: template() }),
  );
  const stored = await timed(async () => {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const [[row]] = await connection.query(
        'SELECT COUNT(*) AS n FROM broadcast_recipients WHERE tenant_id = @tenant',
      );
      if (row.n >= people) return;
      if (Date.now() > deadline) throw new Error(`${row.n} of ${people} people after ${WAIT_MS / 1_000} s`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  });
  record({
    ...{ id: `contacts/broadcast/${size}`, name: `people of a broadcast to ${people} stored`, unit: '/s' },
    ours: people / stored.seconds,
  });
  console.log(
    `  a broadcast to ${people}: created in ${(created.seconds * 1_000).toFixed(0)} ms, all rows stored in ` +
      `${stored.seconds.toFixed(1)} s (${Math.round(people / stored.seconds)} a second), beside its messages`,
  );
}

function template() {
  const parameters = [{ type: 'text', text: '{{contact.first_name|there}}' }];
  return { name: 'spring', language: 'en', components: [{ type: 'body', parameters }] };
}

/**
 * Inserts contacts with tags, a field and conversations by statements that the database runs alone. One in three each has
 * subscribed, unsubscribed or said nothing; all who unsubscribed have an address. One in five has written.
 */
export async function fillWorkspace(url, tenantId, count) {
  const connection = await mysql.createConnection({ uri: url, timezone: 'Z' });
  const start = Date.now() - 2 * 365 * DAY_MS;
  const step = Math.floor((2 * 365 * DAY_MS) / count);
  const ms = `(${start} + seq * ${step})`;
  const at = `FROM_UNIXTIME(${ms} / 1000)`;
  const id = `UNHEX(CONCAT(LPAD(HEX(${ms}), 12, '0'), LEFT(MD5(seq), 20)))`;
  const seen = `FROM_UNIXTIME((${Date.now()} - FLOOR(seq / ${count} * ${365 * DAY_MS})) / 1000)`;
  const name =
    "CONCAT(ELT(1 + seq % 7, 'Ana', 'Bruno', 'Carla', 'Diego', 'Elisa', 'Fabio', 'Gil'), ' ', MD5(seq))";
  try {
    await connection.query("SET time_zone = '+00:00', unique_checks = 0, foreign_key_checks = 0");
    await connection.query('SET @tenant = ?', [tenantKey(tenantId)]);
    await connection.query(
      `INSERT INTO contact_fields (id, tenant_id, field_key, name, type, options, created_at)
       VALUES (?, @tenant, 'city', 'City', 'text', '[]', NOW(3))`,
      [randomBytes(16)],
    );
    await connection.query(
      `INSERT INTO templates (id, tenant_id, platform_id, name, language, status, category, parameter_format, components,
         search_text, seen_at, created_at, updated_at)
       VALUES (?, @tenant, '1', 'spring', 'en', 'APPROVED', 'MARKETING', 'POSITIONAL', ?, 'spring', NOW(3), NOW(3), NOW(3))`,
      [
        randomBytes(16),
        JSON.stringify([
          { type: 'BODY', text: 'Hi {{1}}, we open on Friday.', example: { body_text: [['Ada']] } },
        ]),
      ],
    );
    for (let from = 0; from < count; from += AT_ONCE) {
      const rows = `seq_${from}_to_${Math.min(count, from + AT_ONCE) - 1}`;
      await connection.query(
        `INSERT INTO contacts (id, tenant_id, name, name_search, phone, email, tags, status, marketing, attributes, created_at,
           updated_at)
         SELECT ${id}, @tenant, ${name}, LOWER(${name}), CONCAT('5511', 900000000 + seq),
           IF(seq % 3 = 1 OR seq % 2, CONCAT('p', seq, '@example.com'), NULL),
           IF(seq % 10 = 0, IF(seq % 1000 = 0, '["often","rare"]', '["often"]'), '[]'),
           ELT(1 + seq % 4, 'cold', 'warm', 'hot', 'customer'),
           ELT(1 + seq % 3, 'subscribed', 'unsubscribed', 'unknown'), CONCAT('{"city":"city', seq % 20, '"}'), ${at}, ${at}
         FROM ${rows}`,
      );
      await connection.query(
        `INSERT INTO contact_tags (tenant_id, tag, contact_id)
         SELECT @tenant, 'often', ${id} FROM ${rows} WHERE seq % 10 = 0
         UNION ALL SELECT @tenant, 'rare', ${id} FROM ${rows} WHERE seq % 1000 = 0`,
      );
      await connection.query(
        `INSERT INTO contact_attributes (tenant_id, field_key, value, contact_id)
         SELECT @tenant, 'city', CONCAT('city', seq % 20), ${id} FROM ${rows}`,
      );
      await connection.query(
        `INSERT INTO conversations (id, tenant_id, contact_id, unread_count, message_count, last_activity_at, last_inbound_at,
           status, created_at, updated_at)
         SELECT ${id}, @tenant, ${id}, 0, 1, ${seen}, ${seen}, IF(seq % 50 = 0, 'open', 'closed'), ${at}, NOW(3)
         FROM ${rows} WHERE seq % 5 = 0`,
      );
    }
    await connection.query(
      `INSERT INTO contact_blocks (tenant_id, first_id, segment, live)
       SELECT tenant_id, IF(block = 0, REPEAT(CHAR(0), 16), MIN(id)), FLOOR(block / 32), COUNT(*)
       FROM (SELECT tenant_id, id, FLOOR((ROW_NUMBER() OVER (ORDER BY id) - 1) / ${PER_BLOCK}) AS block
             FROM contacts WHERE tenant_id = @tenant) numbered GROUP BY tenant_id, block`,
    );
    await connection.query('UPDATE tenant_counters SET contacts = ? WHERE tenant_id = @tenant', [count]);
    await connection.query('ANALYZE TABLE contacts, contact_tags, contact_attributes, conversations');
    const [[first]] = await connection.query('SELECT MIN(id) AS id FROM contacts WHERE tenant_id = @tenant');
    return { contactId: crockfordOf('ct', first.id) };
  } finally {
    await connection.end();
  }
}
