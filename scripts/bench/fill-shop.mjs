// Fills a workspace as one is after some months: saved replies, conversations, and which reply answered what. The sentences are
// those of the golden set, each with a product, so that every reply has its own.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { crockfordOf } from './fill-searchable.mjs';
import { tenantKey } from './tenant-key.mjs';

const GOLDEN = fileURLToPath(new URL('../../test/golden/retrieval.en.txt', import.meta.url));
const PRODUCTS = ['bicycle', 'sofa', 'lamp', 'guitar'];
const CONVERSATIONS = 5_000;
/** Questions with their answers, in each conversation. */
const PAIRS = 10;
const EXAMPLES = 4_000;
/** Conversations whose last message waits for an answer, with a draft. */
const WAITING = 600;
const BATCH = 1_000;
const MINUTE_MS = 60_000;

/** Inserts everything; returns the ids of the conversations that wait for an answer. */
export async function fillShop(url, tenantId) {
  const connection = await mysql.createConnection({ uri: url, timezone: 'Z' });
  const tenant = tenantKey(tenantId);
  const now = Date.now();
  const random = seeded(11);
  const replies = readReplies().map((reply) => ({ ...reply, id: idAt(now) }));
  const rows = { contacts: [], conversations: [], messages: [], examples: [], drafts: [] };
  const waiting = [];
  for (let index = 0; index < CONVERSATIONS; index += 1) {
    const start = now - 60 * 86_400_000 + Math.floor((index / CONVERSATIONS) * 59 * 86_400_000);
    const [contact, conversation] = [idAt(start), idAt(start)];
    rows.contacts.push([contact, tenant, `Person ${index}`, `person ${index}`, String(15550000000 + index)]);
    let last;
    const say = (isInbound, content, at) => {
      last = idAt(at);
      const [status, rank] = isInbound ? ['received', 0] : ['read', 4];
      const direction = isInbound ? 'inbound' : 'outbound';
      rows.messages.push([
        ...[last, tenant, conversation, contact, direction, 'text', status, rank, content],
        ...[`wamid.shop${rows.messages.length}`, '[]', new Date(at)],
      ]);
      return last;
    };
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const reply = replies[Math.floor(random() * replies.length)];
      const at = start + pair * 3 * MINUTE_MS;
      const asked = say(true, reply.asked[Math.floor(random() * reply.asked.length)], at);
      const answer = say(false, reply.content, at + MINUTE_MS);
      if (rows.examples.length < EXAMPLES)
        rows.examples.push([tenant, answer, asked, reply.id, contact, new Date(at)]);
    }
    if (index >= CONVERSATIONS - WAITING) {
      const reply = replies[index % replies.length];
      say(true, reply.waiting[index % reply.waiting.length], now - MINUTE_MS);
      waiting.push(crockfordOf('cv', conversation));
      const source = JSON.stringify([{ kind: 'reply', title: reply.name }]);
      rows.drafts.push([
        ...[tenant, conversation, contact, last, randomBytes(16), 2, new Date(now), 0],
        ...[reply.content, source, 'en', 'bench', new Date(now)],
      ]);
    }
    rows.conversations.push([conversation, tenant, contact, 0, 2 * PAIRS, last]);
  }
  try {
    const insert = async (into, list, values = '?') => {
      for (let first = 0; first < list.length; first += BATCH)
        await connection.query(`INSERT INTO ${into} VALUES ${values}`, [list.slice(first, first + BATCH)]);
    };
    const at = new Date(now);
    await insert(
      'saved_replies (id, tenant_id, name, content, created_at, updated_at)',
      replies.map(({ id, name, content }) => [id, tenant, name, content, at, at]),
    );
    await insert(
      'contacts (id, tenant_id, name, name_search, phone, tags, status, created_at, updated_at)',
      rows.contacts.map((row) => [...row, '[]', 'cold', at, at]),
    );
    await insert(
      `conversations (id, tenant_id, contact_id, unread_count, message_count, last_message_id, last_activity_at,
         last_inbound_at, created_at, updated_at)`,
      rows.conversations.map((row) => [...row, at, at, at, at]),
    );
    await insert(
      `messages (id, tenant_id, conversation_id, contact_id, direction, type, status, status_rank, content, platform_id,
         warnings, created_at)`,
      rows.messages,
    );
    await insert(
      'reply_examples (tenant_id, answer_id, message_id, saved_reply_id, contact_id, created_at)',
      rows.examples,
    );
    await insert(
      `assist_drafts (tenant_id, conversation_id, contact_id, message_id, attempt, state, due_at, is_shadow, text, sources,
         language, model, created_at)`,
      rows.drafts,
    );
    await connection.query('ANALYZE TABLE saved_replies, contacts, conversations, messages, reply_examples');
  } finally {
    await connection.end();
  }
  return { waiting, replies: replies.length, examples: rows.examples.length, messages: rows.messages.length };
}

/** Returns the golden set's replies, once for each product: what was asked before, and what is asked now. */
function readReplies() {
  const replies = [];
  for (const line of readFileSync(GOLDEN, 'utf8').split('\n')) {
    if (line.startsWith('# ')) replies.push({ name: line.slice(2), content: '', asked: [], waiting: [] });
    const reply = replies.at(-1);
    if (!reply || line === '' || line.startsWith('#')) continue;
    if (line.startsWith('= ')) reply.content = line.slice(2);
    else if (line.startsWith('! ')) reply.waiting.push(line.slice(2));
    else if (!line.startsWith('? ')) reply.asked.push(line);
  }
  return replies
    .filter(({ content, asked, waiting }) => content && asked.length > 0 && waiting.length > 0)
    .flatMap(({ name, content, asked, waiting }) =>
      PRODUCTS.map((product) => ({
        name: `${name}, ${product}`,
        content: `About your ${product}: ${content}`,
        asked: asked.map((text) => `${text} (for the ${product})`),
        waiting: waiting.map((text) => `${text} It is about the ${product}.`),
      })),
    );
}

function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Creates an id like the server's: the time followed by random bytes. */
function idAt(ms) {
  return Buffer.concat([Buffer.from(Math.floor(ms).toString(16).padStart(12, '0'), 'hex'), randomBytes(10)]);
}
