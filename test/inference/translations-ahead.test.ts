import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { asJson } from '../../server/db/define-model.ts';
import { createTranslationsAhead } from '../../server/flows/assist/translations-ahead.ts';
import type { Language } from '../../shared/domain/language.ts';
import type { Json } from '../helpers/messaging.ts';
import { doRound, eventually } from '../helpers/platform.ts';
import { openScreenOf, type Screen } from '../helpers/screen.ts';
import { OWNER_PASSWORD } from '../helpers/test-server.ts';
import { type AssistRig, startAssist } from './assist-rig.ts';

const QUESTION = 'Oi, quando fica pronta a minha bicicleta azul?';
const TRANSLATION = 'Hi, when will my blue bicycle be ready?';

let rig: AssistRig;
let screen: Screen;
beforeAll(async () => {
  rig = await startAssist();
  const { server, workspace } = rig.messaging;
  screen = await openScreenOf(server, workspace.email, OWNER_PASSWORD);
});
afterAll(async () => {
  screen.socket.disconnect();
  await rig.stop();
});
afterEach(() => view(null));

const dashboard: AssistRig['messaging']['workspace']['dashboard'] = (...args) =>
  rig.messaging.workspace.dashboard(...args);
const scope = () => rig.messaging.workspace.scope;

/** Says which conversation is on the owner's screen, and waits until the server knows. */
async function view(conversationId: string | null, language: Language = 'en'): Promise<void> {
  const { peopleIn } = rig.messaging.server.container.realtime;
  screen.socket.emit('presence', { conversationId, state: 'viewing', language });
  if (conversationId === null) return;
  await eventually(async () => peopleIn(scope(), conversationId)[0]?.language === language);
}

/** Opens the conversation of a new customer. */
async function open(phone: string, language: Language = 'en'): Promise<string> {
  await rig.messaging.hello(phone, 'Oi');
  const id = await rig.conversationOf(phone);
  await view(id, language);
  rig.engine.calls.splice(0);
  rig.engine.answer(() => TRANSLATION);
  return id;
}

/** Returns the translations that are kept, and how many of them nobody has asked for. */
async function kept(): Promise<{ all: number; ahead: number }> {
  const rows = await rig.messaging.server.container.database.select<{ value: unknown }>(
    '/* system: test */ SELECT value FROM assist_texts',
  );
  const ahead = rows.filter(({ value }) => asJson<{ isAhead?: boolean }>(value).isAhead);
  return { all: rows.length, ahead: ahead.length };
}

const outcomes = async (): Promise<Json> => {
  const { data } = (await dashboard('GET', '/assist/results')).body;
  return data.find(({ feature }: Json) => feature === 'translate')?.outcomes ?? { ready: 0, read: 0 };
};

/** Lets everything happen that is to happen: a message of a customer whose conversation is open is translated after it. */
async function untilNext(phone: string): Promise<void> {
  const before = (await kept()).all;
  await open(phone);
  await rig.messaging.hello(phone, QUESTION);
  await eventually(async () => (await kept()).all === before + 1);
}

it('a message in another language is translated while the conversation is on a screen, and shown at once on request', async () => {
  const phone = '15550106001';
  await open(phone);
  const message = await rig.messaging.hello(phone, QUESTION);
  await eventually(async () => (await kept()).ahead === 1);
  expect(rig.engine.calls).toHaveLength(1);
  expect(rig.engine.calls[0]?.prompt).toContain(QUESTION);
  const before = await outcomes();
  expect(before).toMatchObject({ ready: 1, read: 0 });

  const ask = { kind: 'message', messageId: message.id, language: 'en' };
  for (let time = 0; time < 2; time += 1) {
    const { events } = await rig.write(ask);
    expect(events).toMatchObject([{ is: 'done', text: TRANSLATION, findings: [] }]);
  }
  expect(rig.engine.calls).toHaveLength(1);
  // Each is counted as read once.
  await eventually(async () => (await outcomes()).read === 1);
  expect(await outcomes()).toMatchObject({ eligible: 1, ready: 1, read: 1 });
  expect(await kept()).toEqual({ all: 1, ahead: 0 });
});

it('takes its time from the budget of what is made ahead, and makes nothing without it', async () => {
  const { container } = rig.messaging.server;
  const [row] = await container.database.select<{ ms: number }>(
    'SELECT SUM(ms) AS ms FROM assist_draft_time WHERE tenant_id = :tenantId',
    { tenantId: scope().key },
  );
  const spentMs = Number(row?.ms);
  expect(spentMs).toBeGreaterThan(0);
  rig.engine.calls.splice(0);
  await rig.messaging.hello('15550106002', QUESTION);
  const { body } = await dashboard('GET', '/events?since=0');
  const event = body.events.findLast(({ name }: Json) => name === 'message.received');
  const roundWith = (msPerDay: number) =>
    doRound((resources) => {
      const peopleIn = () => [{ language: 'en' as const }];
      const ahead = createTranslationsAhead(resources, { peopleIn, msPerDay });
      void ahead.noteEvents(scope(), [event]);
      return ahead.worker;
    }, container.resources);
  await roundWith(spentMs);
  expect(rig.engine.calls).toEqual([]);
  await roundWith(3_600_000);
  expect(rig.engine.calls).toHaveLength(1);
});

it('nothing is translated that nobody looks at, in the language of the screen, or for a contact who is left out', async () => {
  await rig.messaging.hello('15550106003', QUESTION);
  await open('15550106004', 'pt-BR');
  await rig.messaging.hello('15550106004', QUESTION);
  const leftOut = await open('15550106005');
  const { contact } = (await dashboard('GET', `/conversations/${leftOut}`)).body.conversation;
  await dashboard('PUT', `/contacts/${contact.id}/assist`, { isLeftOut: true });
  await rig.messaging.hello('15550106005', QUESTION);
  await untilNext('15550106006');
  expect(rig.engine.calls).toHaveLength(1);
  expect((await kept()).all).toBe(3);
});

it('the newest messages are translated when someone opens the conversation and reads them', async () => {
  const phone = '15550106007';
  const before = (await kept()).all;
  const written: Json[] = [];
  for (const text of [
    'Bom dia, tudo bem com vocês?',
    'Vocês entregam também no centro da cidade?',
    'Então quanto custa a entrega para amanhã?',
    QUESTION,
  ])
    written.push(await rig.messaging.hello(phone, text));
  const id = await rig.conversationOf(phone);
  rig.engine.calls.splice(0);
  await view(id);
  await dashboard('POST', `/conversations/${id}/read`, { upTo: written.at(-1)?.id });
  await eventually(async () => (await kept()).all === before + 3);
  expect(rig.engine.calls.map(({ prompt }) => prompt).join('\n')).not.toContain('tudo bem com vocês');
});

it('one that adds a number is not kept, and not made again with the next message', async () => {
  const phone = '15550106008';
  await open(phone);
  rig.engine.answer(({ prompt }) =>
    prompt.includes('bicicleta') ? `${TRANSLATION} 4712` : 'Do you deliver downtown?',
  );
  await rig.messaging.hello(phone, QUESTION);
  await eventually(async () => rig.engine.calls.length === 1);
  const before = (await kept()).all;
  await rig.messaging.hello(phone, 'Vocês entregam no centro da cidade?');
  await eventually(async () => (await kept()).all === before + 1);
  expect(rig.engine.calls).toHaveLength(2);
});

it('a busy model is left alone, and the click translates', async () => {
  const phone = '15550106009';
  await open(phone);
  rig.engine.answer(() => ({ status: 429, code: 'shed' }));
  const message = await rig.messaging.hello(phone, QUESTION);
  await eventually(async () => rig.engine.calls.length > 0);
  rig.engine.answer(() => TRANSLATION);
  const { events } = await rig.write({ kind: 'message', messageId: message.id, language: 'en' });
  expect(events.at(-1)).toMatchObject({ is: 'done', text: TRANSLATION });
});

it('leaves the translation that someone has asked for while the model wrote', async () => {
  const phone = '15550106009';
  await open(phone);
  const { all } = await kept();
  const before = await outcomes();
  const asked = 'Hello, when is my blue bicycle ready?';
  let finish = () => {};
  const after = new Promise<void>((resolve) => {
    finish = resolve;
  });
  rig.engine.answer(() => (rig.engine.calls.length === 1 ? { text: TRANSLATION, after } : asked));
  const { id: messageId } = await rig.messaging.hello(phone, QUESTION);
  await eventually(async () => rig.engine.calls.length === 1);
  await rig.write({ kind: 'message', messageId, language: 'en' });
  finish();
  // The next one waits for its turn behind it.
  await rig.messaging.hello(phone, QUESTION);
  await eventually(async () => (await kept()).all === all + 2);
  const { events } = await rig.write({ kind: 'message', messageId, language: 'en' });
  expect(events).toMatchObject([{ is: 'done', text: asked }]);
  // That of the second message.
  expect(await outcomes()).toMatchObject({ ready: before.ready + 1 });
});

it('off: nothing is made, and what was made is deleted', async () => {
  await untilNext('15550106010');
  await dashboard('PATCH', '/assist', { modes: { translate: 'off' } });
  expect((await kept()).all).toBe(0);
  await open('15550106011');
  await rig.messaging.hello('15550106011', QUESTION);
  await dashboard('PATCH', '/assist', { modes: { translate: 'on' } });
  await untilNext('15550106012');
  expect((await kept()).all).toBe(1);
});
