// Creates the workspace of a benchmark with the admin command and fills it by direct inserts.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { RECIPIENTS, recipient, THREAD_PHONE } from './api-operations.mjs';
import { fillContacts, indexContacts } from './fill-contacts.mjs';
import { fillMessages } from './fill-messages.mjs';
import { createPeople } from './search-people.mjs';
import { tenantKey } from './tenant-key.mjs';

const CONTACTS = 10_000;
const MESSAGES = 100_000;

/** @returns the tenant, its key, and `fill`, which returns the data of the tenant that the floor needs. */
export function makeBenchTenant(dist, environment) {
  const admin = (...args) =>
    JSON.parse(
      execFileSync(process.execPath, [join(dist, 'admin.js'), ...args, '--json'], {
        encoding: 'utf8',
        env: { ...process.env, ...environment },
      }),
    );
  const { tenantId } = admin(
    ...['tenant', 'create', '--name', 'Bench', '--owner-email', 'bench@example.com'],
    ...['--owner-password', 'a benchmark password'],
  );
  const { key } = admin('key', 'create', '--tenant', tenantId, '--name', 'bench');
  admin(
    ...['cloud-api', 'set', '--tenant', tenantId, '--no-verify', '--app-id', '100', '--waba-id', '200'],
    ...[
      '--app-secret',
      '0123456789abcdef0123456789abcdef',
      '--access-token',
      'EAAbench',
      '--phone-number-id',
      '300',
    ],
  );
  return { tenantId, key, fill: (url, api) => fill(url, api, tenantId, () => admin('db', 'migrate')) };
}

async function fill(url, api, tenantId, migrate) {
  await fillContacts(url, tenantId, CONTACTS, { nextPerson: createPeople(7) });
  await indexContacts(url, migrate);
  await post(api, '/contacts', { phone: THREAD_PHONE, name: 'The long thread' });
  await fillMessages(url, tenantId, THREAD_PHONE, MESSAGES);
  for (let index = 0; index < RECIPIENTS; index += 1) {
    const contactId = recipient(index);
    await post(api, '/contacts', { phone: contactId, name: `Recipient ${index}` });
    await post(api, '/messages/send', { contactId, type: 'text', content: 'Hello' });
  }
  const connection = await mysql.createConnection(url);
  const tenant = tenantKey(tenantId);
  const [[row]] = await connection.query('SELECT key_hash AS keyHash FROM api_keys WHERE tenant_id = ?', [
    tenant,
  ]);
  await connection.end();
  return { tenant: tenant.toString('hex'), keyHash: row.keyHash.toString('hex') };
}

async function post(api, path, body) {
  const answer = await fetch(`${api.base}${path}`, {
    method: 'POST',
    headers: api.headers,
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
}
