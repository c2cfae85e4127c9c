import '../helpers/cheap-passwords.ts';
import { createHmac, randomBytes } from 'node:crypto';
import { readConfig } from '../../server/config.ts';
import { createContainer } from '../../server/container.ts';
import type { Database } from '../../server/db/database.ts';
import { createApiKey, revokeApiKey } from '../../server/features/api-keys/index.ts';
import { credentialsOf } from '../../server/features/channel/index.ts';
import { createField } from '../../server/features/contacts/contact-fields.service.ts';
import { createLabel } from '../../server/features/conversations/labels.service.ts';
import { createInferenceKey } from '../../server/features/inference/keys/index.ts';
import { recordPrompt } from '../../server/features/inference/prompt-log/index.ts';
import { choosePromptLog } from '../../server/features/inference/prompt-log/prompt-log.repository.ts';
import { addMember } from '../../server/features/people/index.ts';
import { authenticateSession, openSession } from '../../server/features/sessions/index.ts';
import {
  createEndpoint,
  listEndpoints,
  pauseEndpoint,
  removeEndpoint,
} from '../../server/features/webhooks/index.ts';
import { provisionTenant } from '../../server/flows/access/provision-tenant.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { CreateInferenceKeySchema } from '../../shared/contract/inference/inference-keys.contract.ts';
import { CreateWebhookEndpointSchema } from '../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { SECRET_KEY } from '../faults/server-process.ts';
import { eventually, type TestPlatform } from '../helpers/platform.ts';
import { addTemplate } from '../helpers/templates.ts';
import { Bank } from './bank.ts';
import { fillBank } from './bank-of-tenant.ts';

/** A workspace that requests are sent to, with its credentials and the things in it. */
export interface FuzzTenant {
  id: string;
  key: Buffer;
  /** Its phone number on the platform. */
  phoneNumberId: string;
  /** API keys: with all permissions, with one, and revoked. */
  tokens: { full: string; narrow: string; revoked: string };
  /** Session tokens. A request may end a session; `refill` opens a new one. */
  sessions: { owner: string; staff: string };
  bank: Bank;
  /** Restores what requests have used up, and reloads the bank. */
  refill(): Promise<void>;
  /** Returns the platform's signature of these bytes. */
  sign(body: Buffer): string;
}

const PASSWORD = 'correct horse battery';
/** Enough that most requests refer to something that exists. */
const CUSTOMERS = 8;

/** Creates workspaces through the services themselves, for a server in another process. */
export function tenantMaker(database: Database, platform: TestPlatform, serverUrl: string) {
  const environment = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' });
  const config = { ...environment, databaseUrl: 'unused', secretKey: SECRET_KEY };
  const { saveCredentials, resources, contextFor, webhooks } = createContainer({
    config,
    logger: createLogger('silent'),
    database,
  });
  let made = 0;

  return async function make(): Promise<FuzzTenant> {
    made += 1;
    const { scope, ownerId, verifyToken } = await provisionTenant(resources, {
      workspaceName: `Fuzz ${made}`,
      name: 'Owner',
      email: `owner${made}@example.test`,
      password: PASSWORD,
    });
    const { body: account } = await platform.control('POST', '/accounts', {});
    const { appId, appSecret, accessToken, wabaId, phoneNumberId } = account;
    // Without a variable, so that sending it needs only its id.
    await addTemplate(platform, { name: 'fuzzed', phoneNumberId });
    await saveCredentials(contextFor(scope), { appId, appSecret, accessToken, wabaId, phoneNumberId });
    const webhook = await platform.control('POST', `/accounts/${phoneNumberId}/webhook`, {
      callbackUrl: `${serverUrl}/api/v1/webhook/${scope.tenantId}`,
      verifyToken,
    });
    if (webhook.status !== 200) throw new Error(`webhook not accepted: ${JSON.stringify(webhook.body)}`);

    // The first template sync writes an event that no request has caused.
    await eventually(async () => {
      const [sync] = await database.select<object>(
        'SELECT id FROM template_syncs WHERE tenant_id = :tenantId AND synced_at IS NOT NULL',
        { tenantId: scope.key },
      );
      return sync;
    }, 20_000);

    // The run's own keys are called fuzz, so that no request revokes them.
    const addKey = (permission: 'all' | 'contacts:read', name = 'fuzz') =>
      createApiKey(contextFor(scope), { name, permissions: [permission] });
    const revoked = await addKey('all');
    await revokeApiKey(contextFor(scope), revoked.apiKey.id);
    const tokens = {
      full: (await addKey('all')).key,
      narrow: (await addKey('contacts:read')).key,
      revoked: revoked.key,
    };

    const addStaff = (name: string) =>
      addMember(contextFor(scope), {
        name,
        email: `m${randomBytes(6).toString('hex')}@example.test`,
        password: PASSWORD,
        role: 'staff',
      });
    const staff = await addStaff('Staff');
    const own = { ownerId: decodeId(ownerId), staffId: decodeId(staff.id) };
    const open = (userId: string) => openSession(contextFor(scope), decodeId(userId), 'fuzz');
    const sessions = { owner: await open(ownerId), staff: await open(staff.id) };

    /** Keeps the newest endpoint, as there is a limit of twenty. It is paused, so that nothing is sent. */
    const keepEndpoint = async () => {
      const ctx = contextFor(scope);
      const known = (await listEndpoints(ctx)).data;
      for (const { id } of known.slice(1)) await removeEndpoint(ctx, () => undefined, id);
      const input = CreateWebhookEndpointSchema.parse({ url: 'https://hooks.example.invalid/in' });
      const id = known[0]?.id ?? (await createEndpoint(ctx, webhooks.target, input)).endpoint.id;
      await pauseEndpoint(ctx, id, 'drop');
    };
    const addPhoto = async (waId: string) => {
      const { body: file } = await platform.control('POST', `/accounts/${phoneNumberId}/media?sample=photo`);
      const photo = { type: file.type, payload: { id: file.id } };
      await platform.control('POST', `/accounts/${phoneNumberId}/chats/${waId}/messages`, photo);
      await eventually(async () => {
        const [row] = await database.select<object>(
          "SELECT id FROM media WHERE tenant_id = :tenantId AND state = 'ready'",
          { tenantId: scope.key },
        );
        return row;
      }, 20_000);
    };

    /** Stores a prompt, even if requests have turned the prompt log off. */
    const addPrompt = async () => {
      const ctx = contextFor(scope);
      await choosePromptLog(ctx, { keeps: true, days: 30 });
      const record = await recordPrompt(ctx, { scope, key: null, id: ownerId, isInternal: false }, 'm', []);
      await record?.end({ finishReason: 'stop', answer: 'a', promptTokens: 1, completionTokens: 1 });
    };

    let customers = 0;
    const addCustomer = async () => {
      customers += 1;
      const waId = `1555${String(made).padStart(3, '0')}${String(customers).padStart(4, '0')}`;
      await platform.control('POST', `/accounts/${phoneNumberId}/chats/${waId}/messages`, { text: 'hello' });
      await eventually(async () => {
        const [contact] = await database.select<object>(
          'SELECT id FROM contacts WHERE tenant_id = :tenantId AND phone = :waId',
          { tenantId: scope.key, waId },
        );
        return contact;
      });
      if (bank.of('media').length === 0 && customers % CUSTOMERS === 1) await addPhoto(waId);
    };

    /** Keeps one outbound message, which can be retried. */
    const keepSentMessage = async () => {
      const [sent] = await database.select<object>(
        "SELECT id FROM messages WHERE tenant_id = :tenantId AND direction = 'outbound' LIMIT 1",
        { tenantId: scope.key },
      );
      if (sent) return;
      await fetch(`${serverUrl}/api/v1/messages/send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' },
        body: JSON.stringify({ contactId: bank.of('contact')[0], type: 'text', content: 'hello' }),
      });
    };

    const bank = new Bank();
    const refill = async () => {
      // A request may have connected another account, or one that does not exist.
      const now = await credentialsOf(contextFor(scope));
      if (now?.appSecret !== appSecret || now?.phoneNumberId !== phoneNumberId)
        await saveCredentials(contextFor(scope), { appId, appSecret, accessToken, wabaId, phoneNumberId });
      await fillBank(database, scope.key, own, bank);
      const missing = CUSTOMERS - bank.of('conversation').length;
      await Promise.all(Array.from({ length: Math.max(0, missing) }, addCustomer));
      await keepEndpoint();
      for (let count = bank.of('member').length; count < 2; count += 1) await addStaff('Member');
      for (let count = bank.of('label').length; count < 2; count += 1) {
        const name = `label ${randomBytes(6).toString('hex')}`;
        await createLabel(contextFor(scope), { name, color: 'gray' });
      }
      for (let count = bank.of('field').length; count < 2; count += 1) {
        const key = `f${randomBytes(6).toString('hex')}`;
        await createField(contextFor(scope), { key, name: key, type: 'text' });
      }
      // At the limit of ten, no request could create a key.
      if (bank.of('key').length > 4) {
        for (const id of bank.of('key')) await revokeApiKey(contextFor(scope), id);
      }
      if (bank.of('key').length === 0) await addKey('all', 'spare');
      if (bank.of('modelkey').length === 0)
        await createInferenceKey(contextFor(scope), CreateInferenceKeySchema.parse({ name: 'spare' }));
      if (bank.of('prompt').length === 0) await addPrompt();
      if (!(await authenticateSession(resources, sessions.owner))) sessions.owner = await open(ownerId);
      if (!(await authenticateSession(resources, sessions.staff))) sessions.staff = await open(staff.id);
      await fillBank(database, scope.key, own, bank);
      await keepSentMessage();
      await fillBank(database, scope.key, own, bank);
    };
    await refill();
    const sign = (body: Buffer) => `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
    return { id: scope.tenantId, key: scope.key, phoneNumberId, tokens, sessions, bank, refill, sign };
  };
}
