// The search of messages at several sizes: one workspace each, over HTTP, as a ratio to a read by primary key.
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import { fillBySql } from './fill-by-sql.mjs';
import { crockfordOf, fillSearchable } from './fill-searchable.mjs';
import { compare, timed, withServer } from './processes.mjs';

/** From this size on, the database itself makes the messages and their words: the worker takes an hour for them. */
const BY_SQL_FROM = 1_000_000;

/** Fills one workspace per size, lets the worker of the upgrade index it, and measures each kind of search. */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: { messages: { type: 'string', default: '50000,500000' } },
  });
  for (const size of values.messages.split(',').map(Number)) await measureSize(size);
}

async function measureSize(size) {
  const isBySql = size >= BY_SQL_FROM;
  const prepare = async ({ databaseUrl, tenantId }) => {
    const fill = isBySql ? fillBySql : fillSearchable;
    const { result, seconds } = await timed(() => fill(databaseUrl, tenantId, size));
    if (isBySql) console.log(`${size} messages: filled by SQL in ${seconds.toFixed(0)} s`);
    return result;
  };
  await withServer({ prepare }, async ({ databaseUrl, filled, send }) => {
    const get = (path) => send('GET', path);
    const { seconds } = await timed(() => untilIndexed(get));
    if (!isBySql)
      console.log(
        `${size} messages: indexed in ${seconds.toFixed(0)} s, ${Math.round(size / seconds)} a second`,
      );
    await printSize(databaseUrl);
    await measureQueries(get, filled, size);
  });
}

async function measureQueries(client, { conversationId }, size) {
  const kinds = {
    'GET /conversations/{id} (the floor)': `/conversations/${crockfordOf('cv', conversationId)}`,
    'a word in 1 of 10 messages': '/search/messages?text=pedido',
    'a word in 1 of 1,000': '/search/messages?text=agulha',
    'a word in 10 messages, all old': '/search/messages?text=zirconia',
    'the beginning of a frequent word': '/search/messages?text=ped',
    'two frequent words': '/search/messages?text=pedido+entrega',
    'two words that never meet': '/search/messages?text=pedido+zirconia',
    'no such word': '/search/messages?text=xylophone',
    'has:image': '/search/messages?has=image',
    'two frequent words that never meet': '/search/messages?text=hoje+ontem',
  };
  const partial = new Set();
  const requests = Object.entries(kinds).map(([kind, path]) => [
    kind,
    async () => {
      if ((await client(path)).isPartial) partial.add(kind);
    },
  ]);
  // An answer comes within a second, if need be an incomplete one.
  const aimOf = () => ({ figure: 'p95', atMost: 1_000 });
  await compare(Object.fromEntries(requests), {
    report: { id: 'message-search', of: 'messages', at: size, aimOf },
  });
  if (partial.size > 0) console.log(`  incomplete answers: ${[...partial].join(', ')}`);
}

async function untilIndexed(client) {
  while ((await client('/search/messages?text=x')).indexing !== null)
    await new Promise((resolve) => setTimeout(resolve, 500));
}

async function printSize(url) {
  const connection = await mysql.createConnection(url);
  await connection.query('ANALYZE TABLE message_words');
  const [[row]] = await connection.query(
    `SELECT DATA_LENGTH / 1048576 AS mb FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'message_words'`,
  );
  await connection.end();
  console.log(`  the words take ${Number(row.mb).toFixed(0)} MB`);
}
