import { randomUUID } from 'node:crypto';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { recordPrompt } from '../../server/features/inference/prompt-log/index.ts';
import { addMember, invite } from '../../server/features/people/index.ts';
import { createEndpoint, listEndpoints, pauseEndpoint } from '../../server/features/webhooks/index.ts';
import { addProposal, openProposals } from '../../server/flows/assist/proposals/proposals.repository.ts';
import { encodeId, newKey } from '../../server/kernel/ids.ts';
import { findRows, insertRow } from '../../server/kernel/tenancy/rows.ts';
import { CreateWebhookEndpointSchema } from '../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { importer } from '../helpers/contact-imports.ts';
import { sampleOnPhone } from '../helpers/media.ts';
import { envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import type { TestServer, TestWorkspace } from '../helpers/test-server.ts';
import type { Things } from './things.ts';

/** The platform rejects messages to this number with the error in its last digits. */
const REFUSED = '15550131021';

let customers = 0;

/**
 * Returns these things, each created when it is first asked for and the same from then on: for requests that must not
 * change it.
 */
export function createdOnce(things: Things): Things {
  const once = Object.entries(things).map(([name, make]: [string, () => Promise<unknown>]) => {
    let made: Promise<unknown> | undefined;
    const makeOnce = () => {
      made ??= make();
      return made;
    };
    return [name, makeOnce] as const;
  });
  return Object.fromEntries(once) as unknown as Things;
}

/** Creates things of a connected workspace, through its own interfaces. */
export function thingsOf(server: TestServer, workspace: TestWorkspace): Things {
  const { contextFor, webhooks } = server.container;

  async function newPhone(): Promise<string> {
    customers += 1;
    return `1555014${String(customers).padStart(4, '0')}`;
  }

  /** Returns the conversation of a customer who has just written. */
  async function conversationWith(phone: string): Promise<string> {
    const messages = [textMessage(phone, 'hello')];
    const contacts = [{ wa_id: phone, profile: { name: 'Customer' } }];
    await postCallback(server, workspace, envelope({ contacts, messages }));
    return eventually(
      async () => (await workspace.dashboard('GET', `/conversations?search=${phone}`)).body.data[0]?.id,
    );
  }

  /** Returns the same paused endpoint until it is deleted, as there is a limit of twenty. */
  async function pausedEndpoint(): Promise<string> {
    const { scope } = workspace;
    const [known] = (await listEndpoints(contextFor(scope))).data;
    if (known) {
      if (known.state !== 'paused') await pauseAndSettle(known.id);
      return known.id;
    }
    await eventually(async () => {
      const purges = "SELECT 1 FROM jobs WHERE tenant_id = :tenantId AND kind = 'purge-webhook-endpoint'";
      const rows = await server.container.database.select(purges, { tenantId: scope.key });
      return rows.length === 0;
    });
    const input = CreateWebhookEndpointSchema.parse({ url: 'https://hooks.example.com/in' });
    const { id } = (await createEndpoint(contextFor(scope), webhooks.target, input)).endpoint;
    await pauseAndSettle(id);
    return id;
  }

  /** Pauses an endpoint and waits until its attempts have ended. */
  async function pauseAndSettle(id: string): Promise<void> {
    await pauseEndpoint(contextFor(workspace.scope), id, 'drop');
    await eventually(async () => {
      const held = 'SELECT 1 FROM webhook_deliveries WHERE tenant_id = :tenantId AND lease_token IS NOT NULL';
      const rows = await server.container.database.select(held, { tenantId: workspace.scope.key });
      return rows.length === 0;
    }, 30_000);
  }

  return {
    savedView: async () =>
      (await workspace.dashboard('POST', '/saved-views', { name: 'spare', filter: { view: 'open' } })).body
        .id,
    savedReply: async () => {
      customers += 1;
      const reply = { name: `Reply ${customers}`, content: 'Good morning' };
      return (await workspace.dashboard('POST', '/saved-replies', reply)).body.id;
    },
    replyProposal: async () => {
      const proposal = { name: 'Their secret', content: 'Their secret', subject: new Uint32Array(1) };
      const ctx = contextFor(workspace.scope);
      await addProposal(
        ctx,
        { ...proposal, language: 'en', model: '', answers: 5, contacts: 2, sources: [] },
        false,
      );
      return encodeId('replyProposal', (await openProposals(ctx)).at(-1)?.id ?? Buffer.alloc(16));
    },
    contact: async () => {
      const { body } = await workspace.api('POST', '/contacts', {
        name: 'Their secret',
        phone: await newPhone(),
      });
      return body;
    },
    mergedContact: async () => {
      const create = async () =>
        (await workspace.api('POST', '/contacts', { name: 'Their secret', phone: await newPhone() })).body.id;
      const [source, into] = [await create(), await create()];
      await workspace.api('POST', `/contacts/${source}/merge`, { into });
      return source;
    },
    segment: async () => {
      customers += 1;
      const segment = { name: `Segment ${customers}`, filter: { search: 'Their secret' } };
      return (await workspace.api('POST', '/segments', segment)).body.id;
    },
    broadcast: async () => {
      const { id } = (await workspace.api('POST', '/contacts', { phone: await newPhone() })).body;
      const template = { name: 'hello_world', language: 'en_US' };
      await eventually(async () => {
        const { body } = await workspace.dashboard('GET', '/templates?search=hello_world');
        return body.data.length > 0;
      });
      const sendAt = new Date(Date.now() + 86_400_000).toISOString();
      const audience = { contacts: [id] };
      const input = { name: 'Their plan', template, audience, sendAt };
      // Canceled ones do not count: a workspace can have twenty.
      const made = await workspace.api('POST', '/broadcasts', input);
      if (made.status === 201) return made.body.id;
      const { body } = await workspace.api('GET', '/broadcasts?limit=100');
      for (const { id } of body.data) await workspace.api('POST', `/broadcasts/${id}/cancel`);
      return (await workspace.api('POST', '/broadcasts', input)).body.id;
    },
    automationRule: async () => {
      // A workspace can have fifty.
      await server.container.database.run('DELETE FROM automation_rules WHERE tenant_id = :tenantId', {
        tenantId: workspace.scope.key,
      });
      const rule = {
        ...{ name: 'Their rule', conditions: [], pauseHours: 0, actions: [{ kind: 'close' }] },
        trigger: { kind: 'keyword', words: ['their secret word'], match: 'whole' },
      };
      return (await workspace.dashboard('POST', '/automation-rules', rule)).body.id;
    },
    replay: async () => {
      const ctx = contextFor(workspace.scope);
      const [id, now] = [newKey(), ctx.clock.now()];
      await insertRow(ctx, 'replay', {
        ...{ id, changes: '{"added":[],"changed":[],"removed":[]}', state: 'done', conversations: 0 },
        ...{ readCount: 0, isComplete: 1, createdAt: now, endedAt: now },
      });
      return encodeId('replay', id);
    },
    draftReplay: async () => {
      const ctx = contextFor(workspace.scope);
      const [id, now] = [newKey(), ctx.clock.now()];
      await insertRow(ctx, 'draftReplay', {
        ...{ id, model: 'their-secret-model', changes: '{"added":[],"changed":[],"removed":[]}' },
        ...{ messagesMax: 1, state: 'done', isComplete: 1, createdAt: now, endedAt: now },
      });
      return encodeId('draftReplay', id);
    },
    rehearsal: async () => {
      const ctx = contextFor(workspace.scope);
      const users = await findRows(ctx, 'user', { columns: ['id'] });
      const [id, now] = [newKey(), ctx.clock.now()];
      await insertRow(ctx, 'rehearsal', {
        ...{ id, language: 'en', pace: 'busy', numberId: '1', startedBy: null, ended: 'stopped' },
        members: JSON.stringify(users.map((user) => user.id.toString('hex'))),
        ...{ createdAt: now, endsAt: now, endedAt: now },
      });
      return encodeId('rehearsal', id);
    },
    contactField: async () => {
      customers += 1;
      const field = { key: `field_${customers}`, name: 'Their field', type: 'text' };
      return (await workspace.dashboard('POST', '/contact-fields', field)).body.id;
    },
    contactAction: async () => {
      const { body } = await workspace.api('POST', '/contacts', { phone: await newPhone() });
      const { send } = await importer(server, workspace);
      // Ten can wait at a time.
      await server.container.database.run('DELETE FROM contact_actions WHERE tenant_id = :tenantId', {
        tenantId: workspace.scope.key,
      });
      const change = { kind: 'add_tags', tags: ['changed'] };
      return (await send('POST', '/contact-actions', { choice: { contacts: [body.id] }, change })).body.id;
    },
    contactImport: async () => {
      const { database } = server.container;
      // At most ten are kept.
      await database.run('DELETE FROM contact_imports WHERE tenant_id = :tenantId', {
        tenantId: workspace.scope.key,
      });
      const { upload } = await importer(server, workspace);
      return (await upload(`Name,Phone\nTheir customer,${await newPhone()}\n`)).body.id;
    },
    label: async () => {
      customers += 1;
      return (await workspace.dashboard('POST', '/labels', { name: `Label ${customers}` })).body.id;
    },
    conversation: async () => conversationWith(await newPhone()),
    note: async () => {
      const id = await conversationWith(await newPhone());
      const note = { content: 'their private words', clientId: randomUUID() };
      return (await workspace.dashboard('POST', `/conversations/${id}/notes`, note)).body.id;
    },
    notification: async () => {
      const id = await conversationWith(await newPhone());
      const { body: owner } = await workspace.dashboard('GET', '/session');
      await workspace.api('PATCH', `/conversations/${id}`, { assigneeId: owner.user.id });
      return (await workspace.dashboard('GET', '/notifications')).body.data[0].id;
    },
    reminder: async () => {
      const phone = await newPhone();
      await conversationWith(phone);
      const messageId = (await workspace.api('GET', `/messages/${phone}`)).body.data[0].id;
      const dueAt = new Date(Date.now() + 3_600_000).toISOString();
      const reminder = { messageId, quote: 'their promise', dueAt };
      return (await workspace.dashboard('POST', '/reminders', reminder)).body.id;
    },
    inboundMessage: async () => {
      const phone = await newPhone();
      await conversationWith(phone);
      return (await workspace.api('GET', `/messages/${phone}`)).body.data[0].id;
    },
    ownAnswer: async () => {
      const id = await conversationWith(await newPhone());
      const message = { content: 'their private words', clientId: randomUUID() };
      const { body } = await workspace.dashboard('POST', `/conversations/${id}/messages`, message);
      return body.message?.id ?? body.id;
    },
    failedMessage: async () => {
      await conversationWith(REFUSED);
      const message = { contactId: REFUSED, type: 'text', content: 'secret words' };
      const { body } = await workspace.api('POST', '/messages/send', message);
      if (body.status !== 'failed') throw new Error(`the platform accepted it: ${JSON.stringify(body)}`);
      return body.id;
    },
    scheduledMessage: async () => {
      const phone = await newPhone();
      await conversationWith(phone);
      const sendAt = new Date(Date.now() + 86_400_000).toISOString();
      const message = { contactId: phone, type: 'text', content: 'secret words', sendAt };
      return (await workspace.api('POST', '/messages/send', message)).body.id;
    },
    media: async () => {
      const phone = await newPhone();
      const file = await sampleOnPhone(server.container.config.graphUrl, 'photo');
      const image = { id: file.id, mime_type: file.mimeType };
      const messages = [textMessage(phone, '', { type: 'image', text: undefined, image })];
      await postCallback(server, workspace, envelope({ messages }));
      return eventually(async () => {
        const { data = [] } = (await workspace.api('GET', `/messages/${phone}`)).body;
        return data[0]?.media?.state === 'ready' && data[0].media.id;
      });
    },
    apiKey: async () => {
      // Ten can be live at a time.
      await server.container.database.run(
        `UPDATE api_keys SET slot = NULL, revoked_at = UTC_TIMESTAMP(3)
         WHERE tenant_id = :tenantId AND name = 'spare' AND revoked_at IS NULL`,
        { tenantId: workspace.scope.key },
      );
      const { apiKey } = await createApiKey(server.container.contextFor(workspace.scope), {
        name: 'spare',
        permissions: ['all'],
      });
      return apiKey.id;
    },
    template: () =>
      eventually(async () => {
        const { body } = await workspace.dashboard('GET', '/templates?search=hello_world');
        return body.data[0]?.id;
      }),
    spareTemplate: async () => {
      customers += 1;
      const { body } = await workspace.dashboard('POST', '/templates', {
        name: `spare_${customers}_${Date.now()}`,
        language: 'en_US',
        category: 'UTILITY',
        components: [{ type: 'BODY', text: 'All is well.' }],
      });
      return body.id;
    },
    webhookEndpoint: pausedEndpoint,
    webhookListener: async () => (await workspace.dashboard('POST', '/webhook-listeners')).body.id,
    webhookDelivery: async () => {
      const endpointId = await pausedEndpoint();
      const { body } = await workspace.dashboard('POST', `/webhook-endpoints/${endpointId}/test`, {});
      return { endpointId, id: body.id };
    },
    inferenceKey: async () => {
      const { body } = await workspace.dashboard('POST', '/inference-keys', { name: 'spare' });
      return body.inferenceKey.id;
    },
    promptLogEntry: async () => {
      const { scope } = workspace;
      await workspace.dashboard('PUT', '/prompt-log-settings', { keeps: true, days: 30 });
      const caller = { scope, key: null, id: '', isInternal: false };
      const record = await recordPrompt(server.container.resources, caller, 'model', [{ content: 'secret' }]);
      await record?.end({ finishReason: 'stop', answer: 'secret', promptTokens: 1, completionTokens: 1 });
      return (await workspace.dashboard('GET', '/prompt-log')).body.data[0].id;
    },
    invitation: async () => {
      customers += 1;
      const person = { email: `invited${customers}@example.test`, role: 'staff' as const };
      const made = await invite(contextFor(workspace.scope), 'https://crm.example', person);
      return made.invitation.id;
    },
    parkedItem: async () => {
      await postCallback(server, workspace, `not JSON, secret ${await newPhone()}`);
      return eventually(async () => {
        const { data } = (await workspace.dashboard('GET', '/parked-items')).body;
        return data[0]?.id;
      });
    },
    member: async () => {
      customers += 1;
      const email = `member${customers}@example.test`;
      const input = { name: 'Member', email, password: 'long enough', role: 'staff' as const };
      return (await addMember(server.container.contextFor(workspace.scope), input)).id;
    },
  };
}
