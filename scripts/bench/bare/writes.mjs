// The write operations of the floor: the statements of the API in the same order and transactions.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import * as sql from './statements.mjs';

const agent = new Agent({ connections: 32 });

/** @param {{tenant: Buffer, platformUrl: string, run: Function, transaction: Function}} context */
export function writes({ tenant, platformUrl, run, transaction }) {
  return {
    create: ({ body }) => {
      const now = new Date();
      const values = {
        ...{ tenantId: tenant, id: newKey(), identityId: newKey(), now, kind: 'phone', lookup: body.phone },
        ...{ name: body.name, nameSearch: body.name.toLowerCase(), phone: body.phone, email: body.email },
        ...{ tags: JSON.stringify(body.tags), status: 'cold', contacts: 1, event: 'contact.created' },
      };
      const { name, phone, email, tags, status } = { ...values, tags: body.tags };
      const contact = {
        id: values.id.toString('hex'),
        name,
        phone,
        email,
        tags,
        status,
        createdAt: now,
        updatedAt: now,
      };
      return transaction(async (step) => {
        await step(sql.insertContact, values);
        const [block] = await step(sql.blockOf, values);
        await insertSuffixes(step, { ...values, segment: block.segment });
        await step(sql.findIdentity, values);
        await step(sql.insertIdentity, values);
        await record(step, values, { contact });
        const [last] = await step(sql.blockOf, values);
        await step(sql.countInBlock, { ...values, firstId: last.firstId });
        return contact;
      });
    },
    send: async ({ body }) => {
      const values = {
        ...{
          tenantId: tenant,
          messageId: newKey(),
          token: newKey(),
          now: new Date(),
          kind: 'phone',
          lookup: body.contactId,
        },
        ...{ content: body.content, warnings: '["window_closed"]', contacts: 0 },
      };
      const [identity] = await run(sql.findIdentity, values);
      values.contactId = identity.contactId;
      await run(sql.findContact, values);
      await run(sql.findSettings, values);
      await transaction(async (step) => {
        const [conversation] = await step(sql.lockConversation, values);
        values.conversationId = conversation.id;
        await step(sql.insertMessage, values);
        await step(sql.touchConversation, values);
        await step(sql.insertSend, values);
        const snapshot = await snapshotOf(step, values);
        await step(sql.isBehind, values);
        await record(step, { ...values, event: 'message.created' }, snapshot);
      });
      await run(sql.claimSend, values);
      const { claimedSends, openSend, findMessage, findSettings, findContact, findIdentity } = sql;
      for (const read of [claimedSends, openSend, findMessage, findSettings, findContact, findIdentity])
        await run(read, values);
      await run(sql.handOver, values);
      values.platformId = await handToPlatform(platformUrl, body);
      await transaction(async (step) => {
        await step(sql.finishSend, values);
        await step(sql.attachPlatformId, values);
        await step(sql.climb, values);
        await record(step, { ...values, event: 'message.updated' }, await snapshotOf(step, values));
      });
      await run(sql.parkedStatuses, values);
      const [message] = await run(sql.viewMessage, values);
      return message;
    },
  };
}

/** Sends the statement as text, as the API does for statements with many values. */
async function insertSuffixes(step, values) {
  const cut = (text) => [...text].map((_, at) => text.slice(at, at + 8));
  const all = [values.nameSearch, values.phone].map((text) => [...new Set(cut(text))]);
  const kinds = all.flatMap((suffixes, index) => suffixes.map(() => index + 1));
  const named = Object.fromEntries(
    all.flat().map((suffix, index) => [`suffix${index}`, Buffer.from(suffix)]),
  );
  await step(sql.insertSuffixes(kinds), { ...values, ...named }, { asText: true });
}

async function snapshotOf(step, values) {
  const [message] = await step(sql.viewMessage, values);
  const [conversation] = await step(sql.viewConversation, values);
  const [contact] = await step(sql.findContact, values);
  return { message, conversation, contact };
}

export async function record(step, values, payload) {
  await step(sql.takeSeq, values);
  await step(sql.insertEvent, { ...values, payload: JSON.stringify(payload) });
}

async function handToPlatform(platformUrl, { contactId, content }) {
  const { body } = await request(`${platformUrl}/v21.0/300/messages`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', authorization: 'Bearer EAAbench' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      to: contactId,
      type: 'text',
      text: { body: content },
    }),
  });
  return (await body.json()).messages[0].id;
}

/** Creates an id like the server's: the time followed by random bytes. */
export function newKey() {
  return Buffer.concat([Buffer.from(Date.now().toString(16).padStart(12, '0'), 'hex'), randomBytes(10)]);
}
