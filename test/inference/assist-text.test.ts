import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { servedModel } from '../../server/features/inference/index.ts';
import { startRun } from '../../server/flows/assist/qualification/qualifications.repository.ts';
import { newKey } from '../../server/kernel/ids.ts';
import type { Json } from '../helpers/messaging.ts';
import { createWorkspace } from '../helpers/test-server.ts';
import { type AssistRig, PHONE, startAssist } from './assist-rig.ts';

let rig: AssistRig;
let conversationId: string;
beforeAll(async () => {
  rig = await startAssist();
  await rig.messaging.hello(PHONE, 'Oi, vocês entregam em Recife? Preciso da cadeira azul até sexta.');
  conversationId = await rig.conversationOf(PHONE);
});
afterAll(() => rig.stop());
beforeEach(() => rig.engine.calls.splice(0));

const last = (events: Json[]) => events.at(-1);

describe('a text that the model writes for a person', () => {
  it('arrives piece by piece, and once more as a whole', async () => {
    rig.engine.answer(() => '«We deliver on Friday.»');
    const { events } = await rig.write({ kind: 'rewrite', edit: 'fix', text: 'we deliver on friday.' });
    expect(events.filter(({ is }) => is === 'piece').length).toBeGreaterThan(1);
    expect(last(events)).toMatchObject({ is: 'done', text: 'We deliver on Friday.', findings: [] });
    const [call] = rig.engine.calls;
    expect([call?.system, call?.prompt]).toEqual(['', expect.stringContaining('«we deliver on friday.»')]);
    expect(call?.prompt).not.toContain('CHAT');
  });

  it('is shown without what the model thought before it', async () => {
    rig.engine.answer(() => '<think>They want it corrected, on Friday.</think> We deliver on Friday.');
    const { events } = await rig.write({ kind: 'rewrite', edit: 'fix', text: 'we deliver on friday.' });
    expect(last(events)).toMatchObject({ is: 'done', text: 'We deliver on Friday.', findings: [] });
    expect(JSON.stringify(events)).not.toMatch(/think|corrected/);
  });

  it('from an agent’s words: in the customer’s language, and a fact that nobody said is a gap', async () => {
    rig.engine.answer(() => 'Sim, entregamos em Recife na sexta. O frete custa R$ 25,00.');
    const { events } = await rig.write({
      kind: 'words',
      conversationId,
      text: 'yes, friday',
      language: null,
    });
    const { text, findings, language } = last(events);
    expect(rig.engine.calls[0]?.prompt).toContain('in Brazilian Portuguese that says exactly this');
    expect(rig.engine.calls[0]?.system).toContain('You only propose');
    expect(language).toBe('pt-BR');
    expect(text).toContain('[…]');
    expect(text).not.toContain('25,00');
    expect(findings).toContainEqual({ kind: 'new_fact', text: expect.stringContaining('25,00') });
  });

  it('keeps what the agent promises: it is a person’s promise', async () => {
    rig.engine.answer(() => 'Vou verificar e te aviso amanhã.');
    const { events } = await rig.write({
      ...{ kind: 'words', conversationId, text: 'vou verificar, aviso amanhã', language: null },
    });
    expect(last(events)).toMatchObject({ text: 'Vou verificar e te aviso amanhã.', findings: [] });
  });

  it('is refused, with the reason, where it adds a promise, a topic or another contact’s data', async () => {
    const other = '15550102044';
    await rig.messaging.hello(other, 'Hi');
    const given = { kind: 'rewrite', edit: 'friendlier', text: 'the chair is blue', conversationId };
    for (const [refused, answer] of [
      ['promise', 'The chair is blue, and we will call you tomorrow!'],
      ['sensitive', 'The chair is blue, and you get a discount!'],
      ['leak', `The chair is blue, call +${other}!`],
      ['prompt', 'Write the message between the marks in a friendlier way, please!'],
      ['length', 'The chair is blue, and it is a lovely one. '.repeat(8)],
    ]) {
      rig.engine.answer(() => String(answer));
      const { events } = await rig.write(given);
      expect(last(events)).toMatchObject({ is: 'done', text: null, refused, findings: [] });
    }
    rig.engine.answer(() => `The chair is blue, call +${PHONE}!`);
    expect(last((await rig.write(given)).events)).toMatchObject({ refused: null });
    rig.engine.answer(() => 'Você vai receber amanhã.');
    const translated = await rig.write({
      kind: 'translate',
      conversationId,
      text: 'It is here.',
      language: 'pt-BR',
    });
    expect(last(translated.events).findings).toContainEqual({
      ...{ kind: 'promise', text: 'Você vai receber amanhã.' },
    });
  });

  it('translates a reply, and says which numbers are new', async () => {
    rig.engine.answer(() => 'Seu pedido 4712 chega dia 15/12.');
    const { events } = await rig.write({
      ...{ kind: 'translate', conversationId, text: 'Your order 4711 arrives on 15/12.', language: 'pt-BR' },
    });
    expect(last(events).findings).toEqual([{ kind: 'new_fact', text: '4712' }]);
  });

  it('translates a message once, and again when the customer has changed it', async () => {
    const { id } = await rig.messaging.hello(PHONE, 'Vocês aceitam cartão de crédito?');
    rig.engine.answer(() => 'Do you accept credit cards?');
    const ask = () => rig.write({ kind: 'message', messageId: id, language: 'en' });
    expect(last((await ask()).events)).toMatchObject({ text: 'Do you accept credit cards?' });
    expect((await ask()).events).toEqual([
      expect.objectContaining({ is: 'done', text: 'Do you accept credit cards?' }),
    ]);
    expect(rig.engine.calls).toHaveLength(1);
    const { database } = rig.messaging.server.container;
    await database.run(
      "/* system: test */ UPDATE messages SET content = 'Aceitam pix?' WHERE content LIKE '%cartão%'",
    );
    await ask();
    expect(rig.engine.calls).toHaveLength(2);
  });

  it('says what is wrong with a translation of a message, and translates it again the next time', async () => {
    const { id } = await rig.messaging.hello(PHONE, 'Meu pedido é o 4711, chega quando?');
    const ask = () => rig.write({ kind: 'message', messageId: id, language: 'en' });
    rig.engine.answer(() => 'My order is 4712, when does it arrive?');
    expect(last((await ask()).events).findings).toEqual([{ kind: 'new_fact', text: '4712' }]);
    rig.engine.answer(() => 'My order is 4711, when does it arrive?');
    expect(last((await ask()).events)).toMatchObject({
      text: 'My order is 4711, when does it arrive?',
      findings: [],
    });
  });

  it('a model that is busy, fails, breaks off or says nothing is a state, never an error', async () => {
    const states: Json[] = [];
    for (const answer of [
      { status: 429, code: 'rate_limit_exceeded' },
      { status: 500 },
      { status: 503, code: 'model_not_loaded' },
      { text: '' },
      { text: 'Hello there, we', isCut: true },
    ]) {
      rig.engine.answer(() => answer);
      const { status, events } = await rig.write({ kind: 'rewrite', edit: 'shorter', text: 'Hello there' });
      states.push([status, last(events).is, last(events).state]);
    }
    expect(states).toEqual([
      [200, 'ended', 'busy'],
      [200, 'ended', expect.stringMatching(/busy|failed|no_model/)],
      [200, 'ended', expect.stringMatching(/busy|no_model/)],
      [200, 'ended', 'failed'],
      [200, 'ended', 'failed'],
    ]);
  });

  it('stops the model when the page is closed', async () => {
    rig.engine.answer(() => ({ text: 'word '.repeat(500), pieceMs: 20 }));
    const abort = new AbortController();
    const { signIn } = await import('../helpers/test-server.ts');
    const answer = await fetch(`${rig.messaging.server.url}/api/dashboard/assist/text`, {
      method: 'POST',
      headers: {
        cookie: await signIn(rig.messaging.server, rig.messaging.workspace.email, 'correct horse battery'),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ kind: 'rewrite', edit: 'fix', text: 'Hello there' }),
      signal: abort.signal,
    });
    await answer.body?.getReader().read();
    abort.abort();
    await expect.poll(() => rig.engine.calls[0]?.isCanceled).toBe(true);
  });

  it('is refused where the feature is off, for a contact who is left alone, and for another workspace', async () => {
    const { workspace, server } = rig.messaging;
    const ask = { kind: 'words', conversationId, text: 'yes', language: null };
    const foreign = await createWorkspace(server);
    expect((await rig.write(ask, foreign)).events[0].error.code).toBe('conversation_not_found');
    const { body } = await workspace.dashboard('GET', `/conversations/${conversationId}`);
    const exclusion = `/contacts/${body.contact.id}/assist`;
    await workspace.dashboard('PUT', exclusion, { isLeftOut: true });
    expect((await rig.write(ask)).events[0].error.code).toBe('forbidden');
    const translate = { kind: 'translate', conversationId, text: 'Hello', language: 'de' };
    expect((await rig.write(translate)).status).toBe(403);
    await workspace.dashboard('PUT', exclusion, { isLeftOut: false });
    await workspace.dashboard('PATCH', '/assist', { modes: { rewrite: 'off' } });
    const off = await rig.write({ kind: 'rewrite', edit: 'fix', text: 'Hello' });
    expect([off.status, off.events[0].error.message]).toEqual([403, expect.stringContaining('Settings')]);
    await workspace.dashboard('PATCH', '/assist', { modes: { rewrite: 'on' } });
    expect(rig.engine.calls).toEqual([]);
  });

  it('names the field of a request that is wrong', async () => {
    for (const [body, path] of [
      [{ kind: 'rewrite', edit: 'louder', text: 'a' }, 'edit'],
      [{ kind: 'rewrite', edit: 'fix', text: '  ' }, 'text'],
      [{ kind: 'translate', conversationId, text: 'a', language: 'xx' }, 'language'],
    ] as const) {
      const { status, events } = await rig.write(body);
      expect([status, events[0].error.details[0].path]).toEqual([400, path]);
    }
  });
});

it('what was made from messages is deleted when its feature is switched off, and not made again', async () => {
  const { workspace, server } = rig.messaging;
  const { id } = await rig.messaging.hello(PHONE, 'Vocês consertam cadeiras antigas também?');
  rig.engine.answer(() => 'Do you repair old chairs, too?');
  const kept = async () =>
    server.container.database.select('/* system: test */ SELECT kind FROM assist_texts WHERE kind = :kind', {
      kind: 'translation',
    });
  const ask = { kind: 'message', messageId: id, language: 'en' };
  await rig.write(ask);
  expect(await kept()).not.toEqual([]);
  await workspace.dashboard('PATCH', '/assist', { modes: { translate: 'off' } });
  expect(await kept()).toEqual([]);
  await workspace.dashboard('PATCH', '/assist', { modes: { translate: 'on' } });
  rig.engine.answer(() => ({ text: 'Do you repair old chairs, too?', delayMs: 1_000 }));
  const writing = rig.write(ask);
  await expect.poll(() => rig.engine.calls.length).toBeGreaterThan(1);
  await workspace.dashboard('PATCH', '/assist', { modes: { translate: 'off' } });
  await writing;
  expect(await kept()).toEqual([]);
  await workspace.dashboard('PATCH', '/assist', { modes: { translate: 'on' } });
});

describe('a text that is still written when its message may no longer be used', () => {
  const OTHER = '15550102009';
  const stored = async () => {
    const { database } = rig.messaging.server.container;
    const [row] = await database.select<{ n: number }>(
      "/* system: test */ SELECT COUNT(*) AS n FROM assist_texts WHERE CAST(value AS CHAR) LIKE '%quetzal%'",
    );
    return Number(row?.n);
  };

  /** Asks for a text and, while the model writes it, does something. */
  async function meanwhile(body: object, text: string, act: () => Promise<unknown>): Promise<void> {
    rig.engine.calls.splice(0);
    rig.engine.answer(() => ({ text, delayMs: 1_500 }));
    const asked = rig.write(body);
    await expect.poll(() => rig.engine.calls.length, { timeout: 10_000 }).toBe(1);
    await act();
    expect(last((await asked).events).is).toMatch(/done|catchUp/);
  }

  it('is not kept: the author deletes the message, or the contact is left alone', async () => {
    const { workspace } = rig.messaging;
    const { id, platformId } = await rig.messaging.hello(OTHER, 'O quetzal verde chega quando?');
    const conversation = await rig.conversationOf(OTHER);
    const { contact } = (await workspace.dashboard('GET', `/conversations/${conversation}`)).body;
    const leave = (isLeftOut: boolean) =>
      workspace.dashboard('PUT', `/contacts/${contact.id}/assist`, { isLeftOut });
    const translate = { kind: 'message', messageId: id, language: 'en' };
    const translated = 'When does the green quetzal arrive?';
    const sumUp = { kind: 'catchUp', conversationId: conversation, language: 'pt-BR' };
    const line = { at: 1, text: 'O quetzal verde chega quando' };
    const summary = JSON.stringify({ wants: line, said: [], open: [line] });

    for (const [body, text] of [
      [translate, translated],
      [sumUp, summary],
    ] as const) {
      await meanwhile(body, text, async () => {
        expect((await leave(true)).status).toBe(200);
      });
      expect(await stored()).toBe(0);
      await leave(false);
    }

    const revoke = async () => {
      await rig.messaging.customer(OTHER, 'revoke', { original_message_id: platformId });
      await expect.poll(async () => (await rig.messaging.message(OTHER, id)).revokedAt).not.toBeNull();
    };
    await meanwhile(sumUp, summary, revoke);
    expect(await stored()).toBe(0);

    const again = await rig.messaging.hello(OTHER, 'E o quetzal azul?');
    await meanwhile({ ...translate, messageId: again.id }, 'And the blue quetzal?', async () => undefined);
    expect(await stored()).toBe(1);
  });
});

describe('a summary', () => {
  it('keeps the lines that their messages say, with links, and drops the others', async () => {
    const { workspace } = rig.messaging;
    const thread = (await workspace.api('GET', `/messages/${PHONE}?limit=100`)).body.data.reverse();
    const number = thread.findIndex(({ content }: Json) => content?.includes('cadeira azul')) + 1;
    rig.engine.answer(({ schema }) => {
      expect(schema).toBe('catch_up');
      return JSON.stringify({
        wants: { at: number, text: 'Quer a cadeira azul em Recife até sexta' },
        said: [
          { at: number, text: 'Prometemos um desconto de 30 %' },
          { at: number, text: 'Vamos enviar a cadeira azul em Recife até sexta' },
        ],
        open: [{ at: number, text: 'Se entregam em Recife' }],
      });
    });
    const ask = () => rig.write({ kind: 'catchUp', conversationId, language: 'pt-BR' });
    const [event] = (await ask()).events;
    expect(event.catchUp).toMatchObject({
      wants: { messageId: thread[number - 1].id, text: 'Quer a cadeira azul em Recife até sexta' },
      said: [],
      open: [{ messageId: thread[number - 1].id }],
      isExtract: false,
    });
    await ask();
    expect(rig.engine.calls).toHaveLength(1);

    const [first] = thread;
    await rig.messaging.customer(PHONE, 'edit', {
      original_message_id: first.platformId,
      message: {
        type: 'text',
        text: { body: 'Oi, vocês entregam em Natal? Preciso da cadeira azul até sexta.' },
      },
    });
    await expect.poll(async () => (await rig.messaging.message(PHONE, first.id)).content).toContain('Natal');
    await ask();
    expect(rig.engine.calls).toHaveLength(2);
    expect(rig.engine.calls[1]?.prompt).toContain('Natal');
  });

  it('is an extract of the messages when the model invents, is away or answers something else', async () => {
    for (const answer of [
      '{"wants":',
      { status: 500 },
      '{"wants":{"at":99,"text":"x"},"said":[],"open":[]}',
    ]) {
      rig.engine.answer(() => answer);
      const { events } = await rig.write({ kind: 'catchUp', conversationId, language: 'en' });
      expect(events[0].catchUp).toMatchObject({
        isExtract: true,
        wants: { text: expect.stringContaining('cadeira azul') },
      });
    }
  });
});

describe('an answer to a colleague’s question', () => {
  const SAVED = { name: 'Delivery', content: 'Delivery takes four days and costs 9 euros.' };
  const question = 'How long does delivery take?';
  const ask = async (): Promise<Json[]> =>
    (await rig.write({ kind: 'ask', question, language: 'en' })).events;

  it('comes after what was found, from that alone, with the letter of its source', async () => {
    const { workspace } = rig.messaging;
    const { id } = (await workspace.dashboard('POST', '/saved-replies', SAVED)).body;
    rig.engine.answer(() => 'Delivery takes four days [A]. We are also open on Sundays.');
    const [snippets, done, ...rest] = await ask();
    expect(snippets).toEqual({
      is: 'snippets',
      snippets: [
        {
          ...{ letter: 'A', kind: 'reply', title: SAVED.name, text: SAVED.content },
          source: { is: 'reply', savedReplyId: id },
        },
      ],
    });
    expect(done).toMatchObject({ is: 'done', text: 'Delivery takes four days [A].', language: 'en' });
    // It is shown as a whole: no piece of a sentence without a source may appear for a moment.
    expect(rest).toEqual([]);
    const [call] = rig.engine.calls;
    expect(call?.prompt).toContain(`A “${SAVED.name}” ${SAVED.content}`);
    expect(call?.prompt).toContain(question);
    expect(call).toMatchObject({ schema: null });
    expect(call?.prompt).not.toContain('CHAT');
  });

  it('is not there when no sentence names a source, when it adds a fact, or when nothing was found', async () => {
    for (const text of ['none', 'Delivery takes four days.', 'Yes [B]. No [C].']) {
      rig.engine.answer(() => text);
      expect((await ask()).at(-1)).toMatchObject({ is: 'done', text: null, refused: null });
    }
    for (const [refused, text] of [
      ['fact', 'Delivery costs 12 euros [A].'],
      ['promise', 'Delivery takes four days, we will call you [A].'],
      ['sensitive', 'Delivery is late sometimes, then there is a refund [A].'],
      ['language', 'A entrega demora quatro dias para chegar [A].'],
    ]) {
      rig.engine.answer(() => String(text));
      expect((await ask()).at(-1)).toMatchObject({ is: 'done', text: null, refused });
    }
    rig.engine.calls.splice(0);
    const nothing = await rig.write({ kind: 'ask', question: 'xylophone quartz', language: 'en' });
    expect(nothing.events).toEqual([{ is: 'snippets', snippets: [] }]);
    expect(rig.engine.calls).toEqual([]);
  });

  it('leaves what was found where the model is busy, and is refused where the feature is off', async () => {
    rig.engine.answer(() => ({ status: 429, code: 'rate_limit_exceeded' }));
    expect((await ask()).map(({ is, state }) => [is, state])).toEqual([
      ['snippets', undefined],
      ['ended', 'busy'],
    ]);
    await rig.messaging.workspace.dashboard('PATCH', '/assist', { modes: { ask: 'off' } });
    expect((await rig.write({ kind: 'ask', question, language: 'en' })).status).toBe(403);
    await rig.messaging.workspace.dashboard('PATCH', '/assist', { modes: { ask: 'on' } });
  });
});

describe('with a model that is not good enough', () => {
  const rate = async (result: object | null) => {
    const { database } = rig.messaging.server.container;
    const served = await servedModel({ db: database });
    const digest = served?.digest ?? Buffer.alloc(32);
    await startRun({ db: database }, { digest, model: 'm', basis: Buffer.alloc(16), startedIn: newKey() });
    await database.run(
      "/* system: test */ UPDATE model_qualifications SET state = 'done', result = :result WHERE digest = :digest",
      { digest, result: result && JSON.stringify(result) },
    );
  };
  afterAll(() => rate(null));

  it('what is known is found, and messages sum a conversation up; only what it would write is missing', async () => {
    await rate({ features: { ask: { isOffered: false }, catchUp: { isOffered: false } } });
    const { body } = await rig.messaging.workspace.dashboard('GET', '/assist/model');
    expect(body).toMatchObject({ notOffered: ['catchUp', 'ask'] });
    const question = { kind: 'ask', question: 'How long does delivery take?', language: 'en' };
    const asked = await rig.write(question);
    expect([asked.status, asked.events]).toEqual([
      200,
      [
        expect.objectContaining({
          is: 'snippets',
          snippets: [expect.objectContaining({ title: 'Delivery' })],
        }),
      ],
    ]);
    const { events } = await rig.write({ kind: 'catchUp', conversationId, language: 'es' });
    expect(events[0].catchUp).toMatchObject({ isExtract: true, model: null });
    expect(rig.engine.calls).toEqual([]);
  });
});
