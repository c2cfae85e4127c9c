// The floor of the API benchmark: node:http and mysql2, the page query and the total, JSON. Nothing else.
import { createServer } from 'node:http';
import mysql from 'mysql2/promise';
import { tenantKey } from './tenant-key.mjs';

const pool = mysql.createPool({ uri: process.env.DATABASE_URL, connectionLimit: 15, timezone: 'Z' });
const tenant = tenantKey(process.env.TENANT_ID);

const PAGE = `SELECT c.id, c.name, c.phone, c.email, c.tags, c.status, c.created_at AS createdAt, c.updated_at AS updatedAt
  FROM (SELECT id FROM contacts WHERE tenant_id = ? ORDER BY id DESC LIMIT 0, 21) page
  JOIN contacts c ON c.tenant_id = ? AND c.id = page.id ORDER BY c.id DESC`;
const TOTAL = 'SELECT contacts FROM tenant_counters WHERE tenant_id = ?';

const server = createServer(async (_req, res) => {
  const [rows] = await pool.query(PAGE, [tenant, tenant]);
  const [[total]] = await pool.query(TOTAL, [tenant]);
  const data = rows.slice(0, 20).map((row) => ({ ...row, id: row.id.toString('hex') }));
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify({ data, pagination: { page: 1, limit: 20, total: total.contacts } }));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
