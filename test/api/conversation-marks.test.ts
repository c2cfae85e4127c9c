import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { business, now, sendCallback, untilMessage, wamid } from '../helpers/business-app.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
  await settings({ urgentWords: ['broken', 'não funciona'], askedAgainMinutes: 30 });
});
afterAll(() => messaging.stop());

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);

async function settings(body: object): Promise<void> {
  expect((await dashboard('PATCH', '/assist', body)).status).toBe(200);
}

const conversationOf = async (phone: string): Promise<Json> => {
  const { body } = await dashboard('GET', '/conversations?view=all&limit=100');
  return body.data.find(({ contact }: Json) => contact.phone.replace('+', '') === phone);
};

/** Lets a customer write, some minutes ago; returns the message as stored. */
async function writes(phone: string, text: string, minutesAgo = 0): Promise<Json> {
  const timestamp = String(Math.floor(Date.now() / 1_000) - minutesAgo * 60);
  const message = textMessage(phone, text, { timestamp });
  const contacts = [{ wa_id: phone, profile: { name: 'Ana' } }];
  await postCallback(messaging.server, messaging.workspace, envelope({ contacts, messages: [message] }));
  return eventually(async () =>
    (await messaging.history(phone)).find((one) => one.platformId === message.id),
  );
}

const none = { urgentWord: null, askedCount: 0, isOnlyThanks: false, language: null };

it('a word of the owner’s list marks the conversation, with its event, until a person answers', async () => {
  const phone = '15550190001';
  await writes(phone, 'Good morning, my new chair is BROKEN!');
  const marks = { ...none, urgentWord: 'broken', askedCount: 1, language: 'en' };
  const conversation = await conversationOf(phone);
  expect(conversation.marks).toEqual(marks);
  const { body } = await dashboard('GET', '/events?since=0');
  const lastOf = (name: string) => body.events.findLast((event: Json) => event.name === name);
  expect(lastOf('message.received').payload.conversation.marks).toEqual(marks);

  const urgent = async () => (await dashboard('GET', '/conversations?view=open&urgent=true')).body.data;
  expect((await urgent()).map(({ id }: Json) => id)).toEqual([conversation.id]);
  await messaging.send({ contactId: phone, type: 'text', content: 'We are sorry. A new one is on its way.' });
  expect((await conversationOf(phone)).marks).toEqual({ ...none, language: 'en' });
  expect(await urgent()).toEqual([]);

  await writes(phone, 'What does the delivery cost?');
  expect((await conversationOf(phone)).marks).toEqual({ ...none, askedCount: 1, language: 'en' });
});

it('a customer who asks again is urgent, whatever they write', async () => {
  const phone = '15550190002';
  await writes(phone, 'Bom dia, o meu pedido ainda não chegou', 120);
  await writes(phone, 'é o 1234', 119);
  expect((await conversationOf(phone)).marks).toEqual({ ...none, askedCount: 1, language: 'pt' });
  await writes(phone, 'Alguém aí?', 60);
  await writes(phone, 'Por favor', 5);
  expect((await conversationOf(phone)).marks).toMatchObject({ urgentWord: null, askedCount: 3 });
  await settings({ askedAgainMinutes: 0 });
  await writes(phone, 'Oi');
  expect((await conversationOf(phone)).marks).toMatchObject({ askedCount: 3 });
  await settings({ askedAgainMinutes: 30 });
});

it('asking again counts the business hours between, also when the marks are computed again', async () => {
  const phone = '15550190021';
  const openFor = async (week: object[][] | null) => {
    const hours = week && { timeZone: 'Etc/UTC', week, closedDays: [] };
    const rules = { hours, firstResponseMinutes: null, nextResponseMinutes: null };
    expect((await dashboard('PUT', '/business-hours', rules)).status).toBe(200);
  };
  const never = Array.from({ length: 7 }, () => []);
  await openFor(never);
  await writes(phone, 'Where is my order?', 120);
  await writes(phone, 'Hello?', 60);
  expect((await conversationOf(phone)).marks).toMatchObject({ askedCount: 1 });
  await openFor(never.map(() => [{ from: 0, to: 1_440 }]));
  const last = await writes(phone, 'Anyone?', 5);
  expect((await conversationOf(phone)).marks).toMatchObject({ askedCount: 2 });
  await messaging.customer(phone, 'edit', {
    original_message_id: last.platformId,
    message: { type: 'text', text: { body: 'Anyone there?' } },
  });
  // All three, by the hours of now.
  await eventually(async () => (await conversationOf(phone)).marks.askedCount === 3);
  await openFor(never);
  await messaging.customer(phone, 'edit', {
    original_message_id: last.platformId,
    message: { type: 'text', text: { body: 'Is anyone there?' } },
  });
  await eventually(async () => (await conversationOf(phone)).marks.askedCount === 1);
  await openFor(null);
});

it('only thanks are marked until more is written; a closed conversation has no marks, and a new wait begins there', async () => {
  const phone = '15550190003';
  await writes(phone, 'Muito obrigado!');
  const { id, marks } = await conversationOf(phone);
  expect(marks).toMatchObject({ isOnlyThanks: true, askedCount: 0 });
  await writes(phone, 'A torneira ainda não funciona');
  expect((await conversationOf(phone)).marks).toMatchObject({
    ...{ isOnlyThanks: false, urgentWord: 'não funciona', askedCount: 1 },
  });
  await dashboard('PATCH', `/conversations/${id}`, { status: 'closed' });
  expect((await conversationOf(phone)).marks).toMatchObject({ urgentWord: null, askedCount: 0 });
  await dashboard('PATCH', `/conversations/${id}`, { status: 'open' });
  expect((await conversationOf(phone)).marks).toMatchObject({ urgentWord: 'não funciona' });
  await dashboard('PATCH', `/conversations/${id}`, { status: 'closed' });
  await writes(phone, 'obrigada');
  expect((await conversationOf(phone)).marks).toMatchObject({ urgentWord: null, isOnlyThanks: true });
});

it('a message that is edited or deleted is not counted as it was', async () => {
  const phone = '15550190004';
  const first = await messaging.hello(phone, 'my lamp is broken');
  expect((await conversationOf(phone)).marks).toMatchObject({ urgentWord: 'broken' });
  await messaging.customer(phone, 'edit', {
    original_message_id: first.platformId,
    message: { type: 'text', text: { body: 'my lamp is blue' } },
  });
  await eventually(async () => (await conversationOf(phone)).marks.urgentWord === null);
  const second = await messaging.hello(phone, 'and the table is broken');
  expect((await conversationOf(phone)).marks).toMatchObject({ urgentWord: 'broken', askedCount: 1 });
  await messaging.customer(phone, 'revoke', { original_message_id: second.platformId });
  await eventually(async () => (await conversationOf(phone)).marks.urgentWord === null);
  expect((await conversationOf(phone)).waitingSince).not.toBeNull();
});

it('a call that nobody took asks, and its words are not those of the customer', async () => {
  const phone = '15550190022';
  await settings({ urgentWords: ['broken', 'não funciona', 'call'] });
  const misses = async (minutesAgo: number) => {
    const id = `wacid.${wamid()}`;
    const call = {
      ...{ id, from: phone, to: business, event: 'terminate', duration: 0 },
      status: 'COMPLETED',
    };
    const at = { direction: 'USER_INITIATED', timestamp: String(now() - minutesAgo * 60) };
    await sendCallback(messaging, 'calls', { calls: [{ ...call, ...at }] });
    await untilMessage(messaging, phone, ({ platformId }) => platformId === id);
  };
  await misses(90);
  await misses(40);
  const missed = { ...none, askedCount: 2 };
  expect((await conversationOf(phone)).marks).toEqual(missed);
  const note = await writes(phone, 'I have one question about my order', 35);
  await messaging.customer(phone, 'edit', {
    original_message_id: note.platformId,
    message: { type: 'text', text: { body: 'I have two questions about my order' } },
  });
  await eventually(async () =>
    (await messaging.history(phone)).some(({ content }: Json) => content?.includes('two questions')),
  );
  expect((await conversationOf(phone)).marks).toEqual({ ...missed, language: 'en' });
  await settings({ urgentWords: ['broken', 'não funciona'] });
});

it('a merge counts the messages of both, and its undo those of each', async () => {
  const [kept, other] = ['15550190005', '15550190006'];
  await writes(other, 'it is broken', 90);
  await writes(kept, 'Where is my order, please?', 10);
  const idOf = async (phone: string) => (await dashboard('GET', `/contacts/+${phone}`)).body.id;
  const [keptId, otherId] = [await idOf(kept), await idOf(other)];
  await messaging.workspace.api('POST', `/contacts/${otherId}/merge`, { into: keptId });
  expect((await conversationOf(kept)).marks).toMatchObject({ urgentWord: 'broken', askedCount: 2 });
  const undone = await messaging.workspace.api('POST', `/contacts/${otherId}/merge/undo`);
  expect(undone.status).toBe(200);
  expect((await conversationOf(kept)).marks).toMatchObject({ urgentWord: null, askedCount: 1 });
  expect((await conversationOf(other)).marks).toMatchObject({ urgentWord: 'broken', askedCount: 1 });
});

it('a contact whom the assistant leaves alone has none, and neither has a blocked one', async () => {
  const phone = '15550190007';
  await writes(phone, 'it is broken');
  const { contact } = await conversationOf(phone);
  await dashboard('PUT', `/contacts/${contact.id}/assist`, { isLeftOut: true });
  expect((await conversationOf(phone)).marks).toBeUndefined();
  await writes(phone, 'it is still broken');
  expect((await conversationOf(phone)).marks).toBeUndefined();
  await dashboard('PUT', `/contacts/${contact.id}/assist`, { isLeftOut: false });
  await messaging.workspace.api('PATCH', `/contacts/${contact.id}`, { blocked: true });
  await writes(phone, 'and broken again');
  expect((await conversationOf(phone)).marks).toBeUndefined();
});

describe('the feature', () => {
  it('off: nothing is marked, and what was noticed before is not added to', async () => {
    const phone = '15550190008';
    await writes(phone, 'it is broken');
    await settings({ modes: { marks: 'off' } });
    await writes(phone, 'hello?');
    expect((await conversationOf(phone)).marks).toBeUndefined();
    await settings({ modes: { marks: 'on' } });
  });

  it('counts how often messages left a conversation marked; in test mode apart', async () => {
    const resultsOf = async (isTest: boolean): Promise<Json> => {
      const { data } = (await dashboard('GET', '/assist/results')).body;
      return data.find((one: Json) => one.feature === 'marks' && one.isTest === isTest)?.outcomes;
    };
    const before = await eventually(() => resultsOf(false));
    await writes('15550190009', 'Good morning, what does the red chair cost?');
    await writes('15550190010', 'Good morning, the red chair is broken');
    await eventually(async () => {
      const { eligible, shown, ready } = await resultsOf(false);
      return eligible === before.eligible + 2 && shown === before.shown + 1 && ready === 0;
    });
    await settings({ modes: { marks: 'shadow' } });
    await writes('15550190011', 'Good morning, the blue chair is broken');
    await eventually(async () => {
      const test = await resultsOf(true);
      return test?.eligible === 1 && test.ready === 1 && test.shown === 0;
    });
    await settings({ modes: { marks: 'on' } });
  });

  it('takes a bounded list of words that can be found', async () => {
    const rejected = async (body: object) => (await dashboard('PATCH', '/assist', body)).body.error.details;
    expect(await rejected({ urgentWords: ['!!!'] })).toMatchObject([{ path: 'urgentWords.0' }]);
    expect(await rejected({ urgentWords: ['x'.repeat(61)] })).toMatchObject([{ path: 'urgentWords.0' }]);
    const many = Array.from({ length: 51 }, (_, number) => `word ${number}`);
    expect(await rejected({ urgentWords: many })).toMatchObject([{ path: 'urgentWords' }]);
    expect(await rejected({ askedAgainMinutes: 2_000 })).toMatchObject([{ path: 'askedAgainMinutes' }]);
  });
});
