// The Insights page at several sizes: the first build of its hours, and each period and list behind a figure over HTTP.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import { crockfordOf } from './fill-searchable.mjs';
import { compare, timed, withServer } from './processes.mjs';
import { tenantKey } from './tenant-key.mjs';

const DAY_MS = 86_400_000;
/** 90 days, and the 90 before that they are compared with. */
const DAYS = 180;
const PER_CONTACT = 50;
const PER_CONVERSATION = 10;
const MEMBERS = 20;
const AT_ONCE = 250_000;
/** The kinds of request that open the page. */
const PAGE = /^(GET \/insights, )?\d+ days( of a choice.*)?$/;
const CODES = ['131026', '131047', '131049', '131053', '130429'];

/**
 * Fills one workspace per size, lets the worker build the hours, and measures each kind of request. `--data folder` keeps the
 * data of each size for the next run, and `--fill` ends when it is there.
 */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '1000000,10000000' },
      data: { type: 'string' },
      fill: { type: 'boolean', default: false },
    },
  });
  for (const size of values.messages.split(',').map(Number)) await measureSize(size, values);
}

async function measureSize(size, { data, fill: isFillOnly }) {
  const folder = data && join(data, String(size));
  const prepare = async ({ databaseUrl, tenantId }) => {
    const { result, seconds } = await timed(() => fill(databaseUrl, tenantId, size));
    console.log(`${size} messages: filled by SQL in ${seconds.toFixed(0)} s`);
    return result;
  };
  await withServer({ prepare, folder }, async ({ databaseUrl, tenantId, filled, send, admin }) => {
    if (isFillOnly) return;
    const connection = await mysql.createConnection({ uri: databaseUrl, timezone: 'Z' });
    try {
      await connection.query('SET @tenant = ?', [tenantKey(tenantId)]);
      const built = async () => {
        // A server that is busy with the build may be unavailable for a moment.
        while ((await send('GET', '/insights?days=7').catch(() => ({ isBuilding: true }))).isBuilding)
          await new Promise((resolve) => setTimeout(resolve, 500));
      };
      const first = await timed(built);
      console.log(`  hours and facts built in ${first.seconds.toFixed(0)} s`);
      admin('insights', 'rebuild', '--tenant', tenantId);
      console.log(`  hours built again in ${(await timed(built)).seconds.toFixed(0)} s`);
      await connection.query('ANALYZE TABLE insight_hours, insight_facts, insight_conversations');
      const count = async (table) =>
        (await connection.query(`SELECT COUNT(*) AS n FROM ${table} WHERE tenant_id = @tenant`))[0][0].n;
      console.log(`  ${await count('insight_hours')} hours, ${await count('insight_facts')} facts`);
      await measure(connection, send, filled, size);
    } finally {
      await connection.end();
    }
  });
}

async function measure(connection, send, { conversationId, memberId }, size) {
  const dayAgo = (days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  const get = (path) => () => send('GET', path);
  const behind = (query) => get(`/insights/conversations?days=90&${query}`);
  const hoursSince = (days) => Math.floor(Date.now() / 3_600_000) - days * 24;
  const kinds = {
    'GET /conversations/{id} (the floor)': get(`/conversations/${conversationId}`),
    'bare query: sums of the hours, 2 × 90 days': () =>
      connection.query(
        `SELECT metric, hour, SUM(n) AS n FROM insight_hours WHERE tenant_id = @tenant AND hour >= ?
           AND metric IN ('received', 'sent', 'opened', 'resolution', 'lost', 'failed') GROUP BY metric, hour`,
        [hoursSince(2 * 90)],
      ),
    'GET /insights, 7 days': get('/insights?days=7'),
    '30 days': get('/insights?days=30'),
    '90 days': get('/insights?days=90'),
    '31 days of a choice, with comparison': get(`/insights?from=${dayAgo(75)}&to=${dayAgo(45)}`),
    'list: messages received': behind('figure=messages_received'),
    'list: messages sent by a member': behind(`figure=messages_sent&memberId=${memberId}`),
    'list: messages received, 60 days ago': get(
      `/insights/conversations?from=${dayAgo(62)}&to=${dayAgo(60)}&figure=messages_received`,
    ),
    'list: opened': behind('figure=conversations_opened'),
    'list: first responses of a member': behind(`figure=first_response&memberId=${memberId}`),
    'list: failed sends of a reason': behind(`figure=failed_sends&reason=${CODES[0]}`),
    'list: failed sends of a reason without any': behind('figure=failed_sends&reason=999'),
    'list: open conversations': behind('figure=open'),
    'list: open conversations of a member': behind(`figure=open&memberId=${memberId}`),
  };
  const aimOf = (kind) => (PAGE.test(kind) ? { figure: 'p50', atMost: 300 } : undefined);
  await compare(kinds, { report: { id: 'insights', of: 'messages', at: size, aimOf } });
  const since = new Date(Date.now() - 90 * DAY_MS);
  const plain = await timed(() =>
    connection.query(
      'SELECT direction, COUNT(*) FROM messages WHERE tenant_id = @tenant AND created_at >= ? GROUP BY direction',
      [since],
    ),
  );
  console.log(`  counting the messages of 90 days when the page is opened: ${plain.seconds.toFixed(1)} s`);
}

/**
 * Inserts members, contacts, conversations and messages by statements that the database runs alone. A contact writes
 * every month or so: ten messages within a quarter of an hour. One conversation in fifty is open.
 */
async function fill(url, tenantId, count) {
  const connection = await mysql.createConnection({ uri: url, timezone: 'Z' });
  const end = Date.now() - 60_000;
  const start = end - DAYS * DAY_MS;
  const contacts = Math.ceil(count / PER_CONTACT);
  const talks = Math.ceil(count / PER_CONVERSATION);
  const idOf = (kind, of) => `UNHEX(CONCAT('018f00000000', LEFT(MD5(CONCAT('${kind}', ${of})), 20)))`;
  const member = (of) => idOf('u', `(${of}) % ${MEMBERS}`);
  const talk = `FLOOR(seq / ${PER_CONVERSATION})`;
  const place = `(seq % ${PER_CONVERSATION})`;
  const contact = `((${talk} * 7919) % ${contacts})`;
  const ms = `(${start} + FLOOR(${talk} / ${talks} * ${DAYS * DAY_MS - 20 * 60_000}) + ${place} * 90000)`;
  const at = `FROM_UNIXTIME(${ms} / 1000)`;
  const isFailed = '(seq % 50 = 9)';
  try {
    await connection.query("SET time_zone = '+00:00', unique_checks = 0, foreign_key_checks = 0");
    await connection.query('SET @tenant = ?', [tenantKey(tenantId)]);
    await connection.query(
      `INSERT INTO users (id, tenant_id, email, name, role, password_hash, created_at)
       SELECT ${idOf('u', 'seq')}, @tenant, CONCAT('member', seq, '@example.com'), CONCAT('Member ', seq), 'agent', '-',
         NOW(3) FROM seq_0_to_${MEMBERS - 1}`,
    );
    await connection.query(
      `INSERT INTO contacts (id, tenant_id, name, name_search, phone, tags, status, created_at, updated_at)
       SELECT ${idOf('c', 'seq')}, @tenant, CONCAT('Cliente ', seq), CONCAT('cliente ', seq),
         CONCAT('5511', 900000000 + seq), '[]', 'cold', NOW(3), NOW(3) FROM seq_0_to_${contacts - 1}`,
    );
    // The last message of a contact: activity is spread over the period.
    const lastAt = `FROM_UNIXTIME((${end} - FLOOR(seq / ${contacts} * ${DAYS * DAY_MS * 0.2})) / 1000)`;
    await connection.query(
      `INSERT INTO conversations (id, tenant_id, contact_id, unread_count, message_count, last_activity_at,
         last_inbound_at, status, assignee_id, waiting_since, first_response_at, created_at, updated_at)
       SELECT ${idOf('v', 'seq')}, @tenant, ${idOf('c', 'seq')}, 0, ${PER_CONTACT}, ${lastAt}, ${lastAt},
         IF(seq % 50 = 0, 'open', 'closed'), IF(seq % 2, NULL, ${member('FLOOR(seq / 50)')}),
         IF(seq % 100 = 0, ${lastAt}, NULL), IF(seq % 100 = 0, NULL, ${lastAt}), ${lastAt}, NOW(3)
       FROM seq_0_to_${contacts - 1}`,
    );
    for (let from = 0; from < count; from += AT_ONCE) {
      await connection.query(
        `INSERT INTO messages (id, tenant_id, conversation_id, contact_id, direction, type, status, status_rank,
           content, platform_id, author_id, error, warnings, created_at, failed_at)
         SELECT UNHEX(CONCAT(LPAD(HEX(${ms}), 12, '0'), LEFT(MD5(seq), 20))), @tenant, ${idOf('v', contact)},
           ${idOf('c', contact)}, IF(seq % 2, 'outbound', 'inbound'), 'text',
           IF(${isFailed}, 'failed', IF(seq % 2, 'read', 'received')), IF(seq % 2, 4, 0),
           'Hello, when does my order arrive?', CONCAT('wamid.fill', seq), IF(seq % 2, ${member(talk)}, NULL),
           IF(${isFailed}, CONCAT('{"code":"', ELT(1 + FLOOR(seq / 50) % 5, ${CODES.join(', ')}), '"}'), NULL), '[]',
           ${at}, IF(${isFailed}, ${at}, NULL)
         FROM seq_${from}_to_${Math.min(count, from + AT_ONCE) - 1}`,
      );
    }
    await connection.query('ANALYZE TABLE messages, conversations, contacts');
    const [[ids]] = await connection.query(
      `SELECT ${idOf('v', '0')} AS conversationId, ${idOf('u', '0')} AS memberId`,
    );
    return {
      conversationId: crockfordOf('cv', ids.conversationId),
      memberId: crockfordOf('usr', ids.memberId),
    };
  } finally {
    await connection.end();
  }
}
