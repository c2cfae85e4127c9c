// The floor of the callback benchmark: node:http and mysql2. It checks the signature of the raw body and
// inserts it into a table like ours, with one INSERT for each callback, committed before the response.
// Nothing else.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import mysql from 'mysql2';

const { DATABASE_URL, PORT, APP_SECRET, TENANT } = process.env;
const pool = mysql.createPool({ uri: DATABASE_URL, connectionLimit: 15, timezone: 'Z' });
const tenant = Buffer.from(TENANT, 'hex');
const INSERT = `INSERT INTO bare_callbacks (id, tenant_id, digest, body, received_at)
  VALUES (?, ?, ?, ?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE repeats = repeats + 1`;

const server = createServer((req, res) => {
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.once('end', () => {
    const body = Buffer.concat(chunks);
    const given = Buffer.from(String(req.headers['x-hub-signature-256']).slice('sha256='.length), 'hex');
    const wanted = createHmac('sha256', APP_SECRET).update(body).digest();
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
      res.statusCode = 401;
      return res.end();
    }
    const digest = createHash('sha256').update(body).digest();
    pool.execute(INSERT, [randomBytes(16), tenant, digest, body], (error) => {
      res.statusCode = error ? 500 : 200;
      res.end(error ? '' : 'ok');
    });
  });
});
pool.query('CREATE TABLE IF NOT EXISTS bare_callbacks LIKE inbound_callbacks', (error) => {
  if (error) throw error;
  server.listen(Number(PORT), '127.0.0.1');
});
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
