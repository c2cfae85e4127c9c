// Fills a workspace with millions of messages and their words, by statements that the database runs alone.
import mysql from 'mysql2/promise';
import { tenantKey } from './tenant-key.mjs';

const YEARS_MS = 2 * 365 * 86_400_000;
/** The weeks in which the server stores words together. */
const WEEK_MS = 7 * 86_400_000;
const PER_CONTACT = 50;
/** Without accents, as the server stores words. */
const COMMON =
  'bom dia obrigado por favor queria saber quando chega meu esta aqui ainda temos cor azul tamanho grande pode enviar foto endereco rua numero amanha tarde loja aberta valor cartao'.split(
    ' ',
  );
/** Each of the six common words of a message is another one: these steps differ by the number of words. */
const STEPS = [0, 11, 22, 3, 14, 25];
/** Words by how many messages have them; `hoje` and `ontem` never meet. */
const SPECIAL = (count) => ({
  pedido: 'seq % 10 = 1',
  entrega: '(seq % 10 = 3 OR seq % 100 = 1)',
  agulha: 'seq % 1000 = 7',
  zirconia: `seq < ${Math.floor(count / 10)} AND seq % ${Math.floor(count / 100)} = 2`,
  hoje: 'seq % 10 = 5',
  ontem: 'seq % 10 = 6',
});

/** Inserts contacts, conversations, messages and words, a week of messages at a time. */
export async function fillBySql(url, tenantId, count) {
  const connection = await mysql.createConnection({ uri: url, timezone: 'Z' });
  const start = Date.now() - YEARS_MS;
  const contacts = Math.ceil(count / PER_CONTACT);
  const common = (step) => `ELT(1 + (seq * 7 + FLOOR(seq / 30) + ${step}) % 30, ${quoted(COMMON)})`;
  const special = Object.entries(SPECIAL(count));
  const ms = `(${start} + FLOOR(seq / ${count} * ${YEARS_MS}))`;
  const at = `FROM_UNIXTIME(${ms} / 1000)`;
  const id = `UNHEX(CONCAT(LPAD(HEX(${ms}), 12, '0'), LEFT(MD5(seq), 20)))`;
  const idOf = (kind, of) => `UNHEX(CONCAT('018f00000000', LEFT(MD5(CONCAT('${kind}', ${of})), 20)))`;
  try {
    await connection.query("SET time_zone = '+00:00', unique_checks = 0, foreign_key_checks = 0");
    await connection.query('SET @tenant = ?', [tenantKey(tenantId)]);
    await connection.query(
      `INSERT INTO contacts (id, tenant_id, name, name_search, phone, tags, status, created_at, updated_at)
       SELECT ${idOf('c', 'seq')}, @tenant, 'Cliente', 'cliente', CONCAT('5511', 900000000 + seq), '[]', 'cold', NOW(3), NOW(3)
       FROM seq_0_to_${contacts - 1}`,
    );
    await connection.query(
      `INSERT INTO conversations
         (id, tenant_id, contact_id, unread_count, message_count, last_activity_at, created_at, updated_at)
       SELECT ${idOf('v', 'seq')}, @tenant, ${idOf('c', 'seq')}, 0, ${PER_CONTACT}, NOW(3), NOW(3), NOW(3)
       FROM seq_0_to_${contacts - 1}`,
    );
    const contact = `(seq * 7919) % ${contacts}`;
    const content = `CONCAT_WS(' ', ${STEPS.map(common).join(', ')}, ${special
      .map(([word, when]) => `IF(${when}, '${word}', NULL)`)
      .join(', ')})`;
    for (const { segment, from, to } of weeksOf(start, count)) {
      const week = `seq_${from}_to_${to}`;
      await connection.query(
        `INSERT INTO messages (id, tenant_id, conversation_id, contact_id, direction, type, status, status_rank,
           content, platform_id, warnings, created_at)
         SELECT ${id}, @tenant, ${idOf('v', contact)}, ${idOf('c', contact)}, IF(seq % 2, 'inbound', 'outbound'),
           IF(seq % 20, 'text', 'image'), IF(seq % 2, 'received', 'read'), IF(seq % 2, 0, 4), ${content},
           CONCAT('wamid.fill', seq), '[]', ${at} FROM ${week}`,
      );
      const words = [
        ["'='", 'TRUE'],
        ["IF(seq % 20, '=text', '=image')", 'TRUE'],
        ...STEPS.map((step) => [common(step), 'TRUE']),
        ...special.map(([word, when]) => [`'${word}'`, when]),
      ];
      await connection.query(
        `INSERT INTO message_words (tenant_id, segment, word, message_id) ${words
          .map(
            ([word, when]) =>
              `SELECT @tenant, ${segment}, CAST(${word} AS BINARY), ${id} FROM ${week} WHERE ${when}`,
          )
          .join(' UNION ALL ')}`,
      );
    }
    await connection.query('ANALYZE TABLE messages, conversations, contacts');
    const [[first]] = await connection.query(`SELECT ${idOf('v', '0')} AS id`);
    return { conversationId: first.id };
  } finally {
    await connection.end();
  }
}

/** Returns the messages of each week, by their numbers from 0. */
function weeksOf(start, count) {
  const numberAt = (ms) => Math.ceil(((ms - start) / YEARS_MS) * count);
  const weeks = [];
  for (let segment = Math.floor(start / WEEK_MS); ; segment += 1) {
    const from = Math.max(0, numberAt(segment * WEEK_MS));
    const to = Math.min(count, numberAt((segment + 1) * WEEK_MS)) - 1;
    if (from >= count) return weeks;
    if (to >= from) weeks.push({ segment, from, to });
  }
}

function quoted(words) {
  return words.map((word) => `'${word}'`).join(', ');
}
