// The floor of the API benchmark: node:http and mysql2, the same SQL statements as the API in the same order,
// JSON in and out. Without the API's validation, limits, logs, headers, socket events and checks.
import { createServer } from 'node:http';
import mysql from 'mysql2';
import { contactWrites } from './contact-writes.mjs';
import { reads } from './reads.mjs';
import { writes } from './writes.mjs';

const pool = mysql.createPool({
  uri: process.env.DATABASE_URL,
  connectionLimit: 15,
  timezone: 'Z',
  flags: ['-FOUND_ROWS'],
});
const task = JSON.parse(process.env.TASK);
const context = {
  tenant: Buffer.from(task.tenant, 'hex'),
  keyHash: Buffer.from(task.keyHash, 'hex'),
  platformUrl: task.platformUrl,
  run: (sql, values) => runOn(pool, sql, values),
  transaction,
};
const operations = { ...reads(context), ...writes(context), ...contactWrites(context) };

const server = createServer((req, res) => {
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.once('end', async () => {
    const [path, query] = req.url.split('?', 2);
    const [, name, argument] = path.split('/');
    try {
      await context.run(KEY, { keyHash: context.keyHash, tenantId: context.tenant });
      const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : null;
      const answer = await operations[name]({ argument, query: new URLSearchParams(query), body });
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(answer));
    } catch (error) {
      res.statusCode = 500;
      res.end(String(error));
    }
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

const KEY = `SELECT id, tenant_id AS tenantId, name, key_hash AS keyHash, permissions FROM api_keys
  WHERE key_hash IN (:keyHash) AND tenant_id = :tenantId AND revoked_at IS NULL`;

/** Statements with `:name` converted to the driver's positional parameters, by original statement. */
const known = new Map();

function positional(sql) {
  if (!known.has(sql)) {
    const names = [...sql.matchAll(/:([A-Za-z]\w*)/g)].map(([, name]) => name);
    known.set(sql, { text: sql.replace(/:([A-Za-z]\w*)/g, '?'), names });
  }
  return known.get(sql);
}

function runOn(target, sql, values, { asText = false } = {}) {
  const { text, names } = positional(sql);
  const method = asText ? 'query' : 'execute';
  return new Promise((resolve, reject) => {
    target[method](
      text,
      names.map((name) => values[name]),
      (error, result) => (error ? reject(error) : resolve(result)),
    );
  });
}

/** Runs a transaction on one connection. Starts and ends it with text statements, as the API does. */
async function transaction(work) {
  const connection = await new Promise((resolve, reject) => {
    pool.getConnection((error, connected) => (error ? reject(error) : resolve(connected)));
  });
  const query = (sql) =>
    new Promise((resolve, reject) => {
      connection.query(sql, (error, result) => (error ? reject(error) : resolve(result)));
    });
  try {
    await query('START TRANSACTION');
    const outcome = await work((sql, values, how) => runOn(connection, sql, values, how));
    await query('COMMIT');
    return outcome;
  } catch (error) {
    await query('ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
}
