// Fills a workspace with conversations over two years, whose words are as frequent as a benchmark needs.
import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import { createRandom } from './search-people.mjs';
import { tenantKey } from './tenant-key.mjs';

const BATCH = 2_000;
const YEARS_MS = 2 * 365 * 86_400_000;
const PER_CONTACT = 50;
const COMMON =
  'bom dia obrigado por favor queria saber quando chega o meu está aqui ainda temos cor azul tamanho grande pode enviar foto endereço rua número amanhã tarde loja aberta valor pagamento cartão certo perfeito combinado'.split(
    ' ',
  );

/** Inserts contacts, conversations and messages as an earlier version would have, with none of their words. */
export async function fillSearchable(url, tenantId, count) {
  const connection = await mysql.createConnection({ uri: url, timezone: 'Z' });
  const tenant = tenantKey(tenantId);
  const random = createRandom(7);
  const end = Date.now();
  const contacts = Array.from({ length: Math.ceil(count / PER_CONTACT) }, (_, index) => ({
    id: idAt(end - YEARS_MS + index),
    conversationId: idAt(end - YEARS_MS + index),
    phone: `5511${String(900_000_000 + index)}`,
  }));
  try {
    await inBatches(contacts, (part) =>
      connection.query(
        `INSERT INTO contacts (id, tenant_id, name, name_search, phone, tags, status, created_at, updated_at) VALUES ?`,
        [
          part.map(({ id, phone }) => [
            id,
            tenant,
            'Cliente',
            'cliente',
            phone,
            '[]',
            'cold',
            new Date(end - YEARS_MS),
            new Date(end),
          ]),
        ],
      ),
    );
    await inBatches(contacts, (part) =>
      connection.query(
        `INSERT INTO conversations (id, tenant_id, contact_id, unread_count, message_count, last_activity_at, created_at, updated_at) VALUES ?`,
        [
          part.map(({ id, conversationId }) => [
            conversationId,
            tenant,
            id,
            0,
            PER_CONTACT,
            new Date(end),
            new Date(end - YEARS_MS),
            new Date(end),
          ]),
        ],
      ),
    );
    const indexes = Array.from({ length: count }, (_, index) => index);
    await inBatches(indexes, (part) =>
      connection.query(
        `INSERT INTO messages (id, tenant_id, conversation_id, contact_id, direction, type, status, status_rank,
           content, platform_id, warnings, created_at) VALUES ?`,
        [
          part.map((index) => {
            const at = end - YEARS_MS + Math.floor((index / count) * YEARS_MS);
            const contact = contacts[Math.floor(random() * contacts.length)];
            const isImage = index % 20 === 0;
            const isInbound = index % 2 === 0;
            return [
              idAt(at),
              tenant,
              contact.conversationId,
              contact.id,
              isInbound ? 'inbound' : 'outbound',
              isImage ? 'image' : 'text',
              isInbound ? 'received' : 'read',
              isInbound ? 0 : 4,
              textOf(index, count, random),
              `wamid.fill${index}`,
              '[]',
              new Date(at),
            ];
          }),
        ],
      ),
    );
    await connection.query(
      `INSERT INTO message_indexing (tenant_id, indexed, total) VALUES (?, 0, ?)
       ON DUPLICATE KEY UPDATE total = VALUES(total)`,
      [tenant, count],
    );
    await connection.query('ANALYZE TABLE messages, conversations, contacts');
    const [first] = contacts;
    return { conversationId: first.conversationId };
  } finally {
    await connection.end();
  }
}

/** Returns the id of a thing as the API writes it. */
export function crockfordOf(prefix, id) {
  const bits = `00${[...id].map((byte) => byte.toString(2).padStart(8, '0')).join('')}`;
  return `${prefix}_${bits.replace(/.{5}/g, (five) => '0123456789abcdefghjkmnpqrstvwxyz'[Number.parseInt(five, 2)])}`;
}

function textOf(index, count, random) {
  const words = Array.from(
    { length: 4 + Math.floor(random() * 10) },
    () => COMMON[Math.floor(random() * COMMON.length)],
  );
  if (random() < 0.1) words.push('pedido');
  if (random() < 0.1) words.push('entrega');
  if (random() < 0.001) words.push('agulha');
  if (index < count / 10 && index % Math.max(1, Math.floor(count / 100)) === 0) words.push('zircônia');
  // Each is in a tenth of all messages, and none has both.
  const day = random();
  if (day < 0.1) words.push('hoje');
  else if (day < 0.2) words.push('ontem');
  return words.join(' ');
}

async function inBatches(items, work) {
  for (let start = 0; start < items.length; start += BATCH) await work(items.slice(start, start + BATCH));
}

/** Creates an id like the server's: the time followed by random bytes. */
function idAt(ms) {
  return Buffer.concat([Buffer.from(Math.floor(ms).toString(16).padStart(12, '0'), 'hex'), randomBytes(10)]);
}
