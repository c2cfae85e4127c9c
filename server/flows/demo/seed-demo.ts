import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { NEW_MEMBER } from '../../db/models/user.model.ts';
import { createApiKey } from '../../features/api-keys/index.ts';
import type { CloudApiCredentials, SaveCredentials } from '../../features/channel/index.ts';
import { indexContacts } from '../../features/contacts/index.ts';
import { addMessageWords } from '../../features/messages/index.ts';
import { isLogin } from '../../features/sessions/index.ts';
import { findTenant, insertTenant, markDemo } from '../../features/workspaces/index.ts';
import type { Caller } from '../../kernel/auth/authenticate.ts';
import { operatorContext, type Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { hashPassword } from '../../kernel/crypto/passwords.ts';
import { newKey, tryDecodeTenantId } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { insertRows } from '../../kernel/tenancy/rows.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { lockDemo } from '../access/first-run.repository.ts';
import { DEMO_CONTACTS } from './demo-contacts.ts';
import { connectCallbacks, importHistory, type PhoneHistory, sandboxAccount } from './demo-platform.ts';
import { type DemoRecord, readDemoRecord, writeDemoRecord } from './demo-record.ts';
import { type DemoThread, demoRows, demoThreads } from './demo-rows.ts';

/** The demo's dependencies on other parts of the server. */
export interface DemoParts {
  readonly config: Pick<Config, 'dataDir' | 'graphUrl' | 'port' | 'publicUrl' | 'sandboxEnabled'>;
  readonly saveCredentials: SaveCredentials;
  authenticateKey(token: string, caller: Caller): Promise<{ kind: string } | null>;
}

/** The data needed to sign in to the demo workspace and use it. */
export interface DemoWorkspace {
  tenantId: string;
  /** The owner's email address. */
  email: string;
  /** Null when the owner has changed it, or it was removed because there is a workspace of their own. */
  password: string | null;
  apiKey: string;
  people: DemoRecord['people'];
  /** Customers available on the phone page. */
  phones: { waId: string; name: string }[];
}

const PEOPLE = [
  { name: 'Margit Depot', email: 'margit@depot.example', role: 'owner' },
  { name: 'Ida Depot', email: 'ida@depot.example', role: 'admin' },
  { name: 'Sam Okonkwo', email: 'sam@depot.example', role: 'staff' },
] as const;

/**
 * Creates the demo workspace, or finds the existing one, and connects it with the running sandbox. Each step
 * skips what already exists, so an interrupted run is completed by the next.
 * @throws {AppError} unavailable when the sandbox is not running or cannot reach our callback URL.
 */
export async function seedDemo(resources: Resources, parts: DemoParts): Promise<DemoWorkspace> {
  const { db } = resources;
  const { config } = parts;
  if (!config.sandboxEnabled) {
    throw new AppError('unavailable', {
      message: 'The demo needs the test phones, and this server runs without them.',
    });
  }
  const account = await sandboxAccount(config.graphUrl);

  // The launcher and the first-run page may both load the demo: the second waits for the first one's lock.
  return db.transaction(async (tx) => {
    await lockDemo(db, tx);
    const record = (await existing(db, config.dataDir)) ?? (await fill(resources, config.dataDir));
    return connect(resources, parts, account, record);
  });
}

/** Stores credentials and a key, and sends the sandbox the same history and our callback URL. */
async function connect(
  resources: Resources,
  parts: DemoParts,
  account: CloudApiCredentials,
  record: DemoRecord,
): Promise<DemoWorkspace> {
  const { db } = resources;
  const { config } = parts;
  const { scope, verifyToken } = await openWorkspace(db, record);
  await markDemo({ db }, scope.key);
  await parts.saveCredentials(operatorContext(resources, scope), account);
  const apiKey = await liveKey(resources, parts, scope, record);

  const chats = demoThreads(record.tenantId, record.seededAt).map(phoneHistory);
  await importHistory(config.graphUrl, account.phoneNumberId, chats);
  // The sandbox runs on this machine: if the public address does not lead here, the local one works.
  const callbackUrls = [config.publicUrl, `http://127.0.0.1:${config.port}`].map(
    (base) => `${base}/api/v1/webhook/${record.tenantId}`,
  );
  await connectCallbacks(config.graphUrl, account.phoneNumberId, callbackUrls, verifyToken);

  const [owner] = record.people;
  const isUnchanged =
    owner?.password != null &&
    (await isLogin({ db, scope, keyring: resources.keyring }, owner.email, owner.password));
  return {
    tenantId: record.tenantId,
    email: owner?.email ?? '',
    password: isUnchanged ? owner.password : null,
    apiKey,
    people: record.people,
    phones: DEMO_CONTACTS.slice(0, 3).map(({ phone, name }) => ({ waId: phone, name })),
  };
}

async function existing(db: Database, dataDir: string): Promise<DemoRecord | null> {
  const record = readDemoRecord(dataDir);
  const key = record && tryDecodeTenantId(record.tenantId);
  return key && (await findTenant({ db }, key)) ? record : null;
}

/**
 * Creates the workspace with all its data in one transaction. The record is written inside it: if the
 * transaction fails, the record names a workspace that does not exist, and is ignored.
 */
async function fill(resources: Resources, dataDir: string): Promise<DemoRecord> {
  const { keyring } = resources;
  const people = PEOPLE.map((person) => ({ ...person, password: randomBytes(12).toString('base64url') }));
  const passwordHashes = await Promise.all(
    people.map(({ email, password }) => hashPassword({ keyring, email }, password)),
  );
  const scope = mintTenantScope(newKey());
  return inTransaction(operatorContext(resources, scope), async (ctx) => {
    const { db, tx } = ctx;
    const seededAt = ctx.clock.now();
    const record: DemoRecord = { tenantId: scope.tenantId, people, apiKey: null, seededAt };
    await insertTenant(
      { db, tx },
      {
        id: scope.key,
        name: 'Depot & Daughters',
        verifyToken: randomBytes(24).toString('base64url'),
        defaultCountry: null,
        createdAt: seededAt,
      },
    );
    const users = people.map(({ name, email, role }, index) => {
      const passwordHash = passwordHashes[index] ?? '';
      return {
        id: newKey(),
        name,
        email,
        role,
        passwordHash,
        language: null,
        createdAt: seededAt,
        ...NEW_MEMBER,
      };
    });
    const authors = users.map((user) => user.id);
    const rows = demoRows(demoThreads(scope.tenantId, seededAt), seededAt, authors);
    await insertRows(ctx, 'user', users);
    await insertRows(ctx, 'contact', rows.contacts);
    await insertRows(ctx, 'contactIdentity', rows.identities);
    await insertRows(ctx, 'conversation', rows.conversations);
    await insertRows(ctx, 'message', rows.messages);
    await addMessageWords(ctx, rows.messages);
    ctx.count('contacts', rows.contacts.length);
    await indexContacts(ctx, rows.contacts);
    writeDemoRecord(dataDir, record);
    return record;
  });
}

async function openWorkspace(db: Database, { tenantId }: DemoRecord) {
  const key = tryDecodeTenantId(tenantId);
  const tenant = key && (await findTenant({ db }, key));
  if (!tenant) throw new AppError('workspace_not_found');
  return { scope: mintTenantScope(tenant.id), verifyToken: tenant.verifyToken };
}

/** Returns the earlier key while it is valid, or else a new one: the key that the demo prints must work. */
async function liveKey(
  resources: Resources,
  { config, authenticateKey }: DemoParts,
  scope: TenantScope,
  record: DemoRecord,
): Promise<string> {
  const here = { ip: '127.0.0.1', userAgent: '' };
  // A key that was limited, or that has expired, would not work with the line that the demo prints.
  const known = record.apiKey ? await authenticateKey(record.apiKey, here) : null;
  if (record.apiKey && known?.kind === 'key') return record.apiKey;
  const { key } = await createApiKey(operatorContext(resources, scope), {
    name: 'Demo',
    permissions: ['all'],
  });
  writeDemoRecord(config.dataDir, { ...record, apiKey: key });
  return key;
}

/** Returns the conversation as the customer's phone shows it, without messages that never arrived there. */
function phoneHistory({ phone, messages, unread }: DemoThread): PhoneHistory {
  const readUntil = messages.length - unread;
  return {
    waId: phone,
    name: DEMO_CONTACTS.find((contact) => contact.phone === phone)?.name ?? `+${phone}`,
    messages: messages.flatMap(({ from, text, at, status, platformId }, index) => {
      if (text === null || status === 'sent' || status === 'failed') return [];
      const isRead = status !== 'delivered' && index < readUntil;
      const timestamp = Math.floor(at.getTime() / 1_000);
      return [{ id: platformId, from, text, timestamp, status: isRead ? 'read' : 'delivered' }];
    }),
  };
}
