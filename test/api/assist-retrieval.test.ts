import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '../../renderer/lib/random-id.ts';
import { readRecentMessages } from '../../server/features/assist/retrieval/conversations-read.repository.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { createWorkspace } from '../helpers/test-server.ts';

let messaging: Messaging;
const replyIds: Record<string, string> = {};
const REPLIES = {
  Abroad: 'Yes, we ship abroad to the whole of Europe, {{contact.first_name}}. Shipping takes ten days.',
  Hours: 'Our opening hours are Monday to Friday from 9 to 18.',
  Returns: 'You can return everything within thirty days.',
};
beforeAll(async () => {
  messaging = await startMessaging();
  for (const [name, content] of Object.entries(REPLIES)) {
    const { body } = await dashboard('POST', '/saved-replies', { name, content });
    replyIds[name] = body.id;
  }
});
afterAll(() => messaging.stop());

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);

const context = () => messaging.server.container.contextFor(messaging.workspace.scope);

/** Lets a customer write, and returns their conversation. */
async function writes(phone: string, text: string): Promise<Json> {
  await messaging.hello(phone, text);
  const { data } = (await dashboard('GET', `/conversations?search=${phone}`)).body;
  return data[0];
}

/** Returns the suggestions once the workspace has learned. */
async function suggestions(id: string): Promise<Json> {
  let body: Json;
  await expect
    .poll(async () => {
      body = (await dashboard('GET', `/conversations/${id}/suggested-replies`)).body;
      return body.state;
    })
    .not.toBe('learning');
  return body;
}

const first = async (id: string) => (await suggestions(id)).data[0]?.savedReplyId;

function answer(id: string, content: string, savedReplyId?: string) {
  return dashboard('POST', `/conversations/${id}/messages`, {
    ...{ content, clientId: randomId(), lastSeenId: null },
    ...(savedReplyId ? { savedReply: { id: savedReplyId } } : {}),
  });
}

/** Returns what the workspace knows of a question. No model is there: nothing is written about it. */
async function ask(question: string, workspace = messaging.workspace): Promise<Json[]> {
  const { body } = await workspace.dashboard('POST', '/assist/text', {
    kind: 'ask',
    question,
    language: 'en',
  });
  const [first] = String(typeof body === 'string' ? body : JSON.stringify(body)).split('\n');
  const event = JSON.parse(first ?? '');
  expect(event.is).toBe('snippets');
  return event.snippets;
}

async function examplesOf(contactId: string): Promise<{ savedReplyId: Buffer | null }[]> {
  return messaging.server.container.database.select(
    `SELECT saved_reply_id AS savedReplyId FROM reply_examples
     WHERE tenant_id = :tenantId AND contact_id = :contactId ORDER BY created_at`,
    { tenantId: messaging.workspace.scope.key, contactId: decodeId(contactId) },
  );
}

describe('suggested replies', () => {
  it('are the saved replies that fit what the customer has written since the last answer', async () => {
    const { id } = await writes('15550180001', 'Hello! Do you ship abroad?');
    const found = await suggestions(id);
    expect(found).toMatchObject({ mode: 'on', state: 'shown' });
    expect(found.data[0].savedReplyId).toBe(replyIds.Abroad);
    await answer(id, 'Yes, we do.');
    expect(await suggestions(id)).toMatchObject({ state: 'nothing', messageId: null, data: [] });
  });

  it('are withheld when nothing fits', async () => {
    const { id } = await writes('15550180002', 'My uncle plays the violin');
    expect(await suggestions(id)).toMatchObject({ state: 'gated', data: [] });
  });

  it('are never made for thanks, whatever the replies say', async () => {
    const { body } = await dashboard('POST', '/saved-replies', {
      ...{ name: 'Thanks', content: 'Thank you so much! Perfect, great.' },
    });
    const { id } = await writes('15550180012', 'Perfect, thank you so much!');
    expect(await suggestions(id)).toMatchObject({ state: 'gated', data: [] });
    await dashboard('DELETE', `/saved-replies/${body.id}`);
  });

  it('learn from the replies that people use, and forget a contact that is deleted', async () => {
    const asking = await writes('15550180003', 'Can I get my parcel in Zanzibar by zeppelin?');
    expect((await suggestions(asking.id)).data).toEqual([]);
    expect((await answer(asking.id, REPLIES.Abroad, replyIds.Abroad)).status).toBe(201);
    expect(await examplesOf(asking.contact.id)).toEqual([{ savedReplyId: decodeId(replyIds.Abroad ?? '') }]);
    const other = await writes('15550180004', 'is zanzibar possible by zeppelin, my parcel');
    await expect.poll(() => first(other.id)).toBe(replyIds.Abroad);
    await messaging.workspace.api('DELETE', `/contacts/${asking.contact.id}`);
    expect(await examplesOf(asking.contact.id)).toEqual([]);
    await expect.poll(() => first(other.id)).toBe(undefined);
  });

  it('record own words as such, and nothing for a message that was written first', async () => {
    const { id, contact } = await writes('15550180005', 'and the wood?');
    await answer(id, 'Oak, from the region.');
    await answer(id, 'Would you like a sample?');
    expect(await examplesOf(contact.id)).toEqual([{ savedReplyId: null }]);
  });

  it('record and suggest nothing for a contact whom the assistant leaves alone', async () => {
    const { id, contact } = await writes('15550180006', 'Do you ship abroad?');
    await answer(id, REPLIES.Abroad, replyIds.Abroad);
    await dashboard('PUT', `/contacts/${contact.id}/assist`, { isLeftOut: true });
    expect(await examplesOf(contact.id)).toEqual([]);
    await writes('15550180006', 'Do you ship abroad to Spain?');
    expect(await suggestions(id)).toMatchObject({ mode: 'off', state: 'nothing', data: [] });
    await answer(id, REPLIES.Abroad, replyIds.Abroad);
    expect(await examplesOf(contact.id)).toEqual([]);
  });

  it('are the same whatever another workspace has and uses', async () => {
    const other = await createWorkspace(messaging.server);
    const { id } = await writes('15550180007', 'Do you ship abroad?');
    const before = await suggestions(id);
    for (const name of ['Do you ship abroad?', 'ship abroad', 'abroad']) {
      await other.dashboard('POST', '/saved-replies', { name, content: 'Do you ship abroad? Yes.' });
    }
    expect(await suggestions(id)).toEqual(before);
    expect((await other.dashboard('GET', `/conversations/${id}/suggested-replies`)).status).toBe(404);
    expect(await ask('opening hours', other)).toEqual([]);
  });

  it('are of replies that exist: a deleted one is no longer suggested', async () => {
    const { body } = await dashboard('POST', '/saved-replies', {
      ...{ name: 'Violin lessons', content: 'We teach the violin on Fridays.' },
    });
    const { id } = await writes('15550180008', 'Do you teach the violin? violin lessons');
    expect(await first(id)).toBe(body.id);
    await dashboard('DELETE', `/saved-replies/${body.id}`);
    expect((await suggestions(id)).data.map(({ savedReplyId }: Json) => savedReplyId)).not.toContain(body.id);
  });
});

onlyInSoak(describe)('suggested labels', () => {
  it('are those that people gave to conversations about the same, and are forgotten with their messages', async () => {
    const { body: label } = await dashboard('POST', '/labels', { name: 'Delivery', color: 'blue' });
    const teach = async (place: number) => {
      const number = String(place).padStart(2, '0');
      const { id } = await writes(`155501811${number}`, `how long does the delivery of parcel ${place} take`);
      expect((await dashboard('PATCH', `/conversations/${id}`, { addLabels: [label.id] })).status).toBe(200);
      const unlabelled = await writes(`155501812${number}`, `is there a discount on chair ${place}?`);
      await answer(unlabelled.id, 'There is one in January.');
    };
    // Several at a time, because each waits for its customer's message.
    for (let from = 0; from < 24; from += 6)
      await Promise.all([0, 1, 2, 3, 4, 5].map((place) => teach(from + place)));
    const labelsFor = async (id: string): Promise<string[]> => {
      let found: Json;
      await expect
        .poll(async () => {
          found = (await dashboard('GET', `/conversations/${id}/suggested-labels`)).body;
          return found.state;
        })
        .toBe('ready');
      return found.data.map(({ labelId }: Json) => labelId);
    };
    const asking = await writes('15550181300', 'how long does delivery take?');
    expect(await labelsFor(asking.id)).toEqual([label.id]);
    const other = await writes('15550181301', 'a discount on two chairs?');
    expect(await labelsFor(other.id)).toEqual([]);
    // 24 conversations are enough, 19 are not.
    for (let place = 0; place < 5; place += 1) {
      const phone = `155501811${String(place).padStart(2, '0')}`;
      const [message] = (await messaging.history(phone)).filter(({ direction }) => direction === 'inbound');
      await messaging.customer(phone, 'revoke', { original_message_id: message.platformId });
      await expect.poll(async () => (await messaging.message(phone, message.id)).revokedAt).not.toBeNull();
    }
    expect(await labelsFor(asking.id)).toEqual([]);
  });
});

it('of more messages than can be read, the newest are', async () => {
  const since = new Date(Date.now() - 3_600_000);
  // The later contact comes last in the order of the keys.
  const [early, late] = [await writes('15550186001', 'the first'), await writes('15550186002', 'the second')];
  await writes('15550186002', 'the third');
  const textsOf = async (most: number) =>
    (await readRecentMessages(context(), since, most)).map(({ text, contactId }) => [contactId, text]);
  const [one, other] = [decodeId(early.contact.id), decodeId(late.contact.id)];
  expect(await textsOf(2)).toEqual([
    [other, 'the second'],
    [other, 'the third'],
  ]);
  await writes('15550186001', 'the fourth');
  expect(await textsOf(2)).toEqual([
    [one, 'the fourth'],
    [other, 'the third'],
  ]);
});

describe('a question to the workspace', () => {
  it('finds saved replies, and what people have answered with a link to it', async () => {
    const { id, contact } = await writes('15550180010', 'Which glue do you use for the chairs?');
    await answer(id, 'We use hide glue for the chairs, never superglue.');
    await expect
      .poll(async () => (await ask('which glue for chairs')).map(({ text }) => text))
      .toContain('We use hide glue for the chairs, never superglue.');
    const [found] = await ask('which glue for chairs');
    expect(found).toMatchObject({
      ...{ kind: 'answer', letter: 'A' },
      source: { is: 'answer', conversationId: id, contactName: contact.name },
    });
    expect(await ask('opening hours on monday')).toMatchObject([
      { kind: 'reply', title: 'Hours', source: { is: 'reply', savedReplyId: replyIds.Hours } },
    ]);
  });

  it('finds nothing where nothing is known', async () => {
    expect(await ask('xylophone quartz')).toEqual([]);
  });

  it('finds what was answered since it was last asked, although suggested replies are off', async () => {
    await dashboard('PATCH', '/assist', { modes: { replies: 'off' } });
    expect(await ask('which varnish for the bench')).toEqual([]);
    // A twentieth more than all that there was to learn from.
    for (let place = 0; place < 8; place += 1) {
      const { id } = await writes(`1555018300${place}`, `Which varnish do you use for the bench ${place}?`);
      await answer(id, `The bench has a matt varnish of linseed, in batch ${place}.`);
    }
    await expect
      .poll(async () => (await ask('which varnish for the bench')).length, { timeout: 15_000 })
      .toBeGreaterThan(0);
    await dashboard('PATCH', '/assist', { modes: { replies: 'on' } });
  });
});
