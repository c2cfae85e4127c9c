import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ScriptedEngine, startScriptedEngine } from '../../../../test/helpers/scripted-engine.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { describeConversation, type NumberedMessage } from '../read-conversation.ts';
import { AHEAD, writeDraft } from './prepare-draft.ts';

const worker = vi.hoisted(() => ({ address: '', model: 'm', languages: null as string[] | null }));
vi.mock('../../../features/inference/index.ts', () => ({
  findReadyWorkers: async () => [worker],
  beginCall: () => () => undefined,
  createInternalPass: () => 'pass',
}));

let engine: ScriptedEngine;
beforeAll(async () => {
  engine = await startScriptedEngine();
  worker.address = engine.url;
});
afterAll(() => engine.stop());
beforeEach(() => engine.calls.splice(0));

const ctx = { scope: { tenantId: 'tn_1' }, actor: null, db: {} } as unknown as Context;

function message(number: number, text: string, direction: 'inbound' | 'outbound'): NumberedMessage {
  const [createdAt, authorId] = [new Date(), direction === 'outbound' ? Buffer.alloc(16) : null];
  return {
    ...{ number, text, direction, createdAt, authorId, id: Buffer.alloc(16), type: 'text', isRevoked: 0 },
  };
}

function conversation(...texts: string[]) {
  const messages = texts.map((text, index) => message(index + 1, text, index % 2 ? 'outbound' : 'inbound'));
  return describeConversation({
    business: { name: 'Chaises', profile: 'Nous livrons à Lille le vendredi.' },
    contact: { name: 'Anne', email: null, phone: '33600000000', labels: [], fields: [] },
    ...{ messages, closings: [], timeZone: 'UTC' },
  });
}

/** Returns what comes of a draft for a customer who writes French, when the model lists these languages and writes this. */
async function draft(languages: string[] | null, text: string) {
  worker.languages = languages;
  engine.answer(() => JSON.stringify({ can: 'answer', from: ['PROFILE'], text }));
  const question = 'Bonjour, est-ce que vous livrez à Lille et quand ?';
  const read = conversation(question);
  const input = { ...read, question, unanswered: read.messages, notes: [], today: '2026-11-24' };
  return writeDraft(ctx, input, AHEAD);
}

describe('a draft for a customer who writes another language', () => {
  it('is written in it when the model lists it', async () => {
    const text = 'Oui, nous livrons à Lille le vendredi.';
    expect(await draft(['en', 'fr'], text)).toMatchObject({ state: 'ready', text, language: 'fr' });
    expect(engine.calls[0]?.prompt).toContain('Language: French.');
  });

  it('is not asked for when the model does not list it, or its languages are not known', async () => {
    for (const languages of [['en', 'pt'], null]) {
      const none = { state: 'none', reason: 'model', call: 'language', language: 'fr' };
      expect(await draft(languages, 'Oui.')).toMatchObject(none);
    }
    expect(engine.calls).toEqual([]);
  });

  it('is not shown in English, nor in one that cannot be recognized', async () => {
    for (const text of ['Yes, we deliver to Lille on every Friday.', 'Lille, OK.'])
      expect(await draft(['en', 'fr'], text)).toMatchObject({ state: 'none', findings: ['language'] });
  });
});

describe('the language that a customer is answered in', () => {
  it.each([
    ['fr', ['Bonjour, est-ce que vous livrez à Lille et quand ?']],
    // Too little to say: as we have answered before.
    ['pt', ['Oi', 'Olá, sim, entregamos em Recife na sexta.', 'ok?']],
    [null, ['Oi']],
    // Long enough to know that it is none that we know, whatever we have answered.
    [null, ['Dzień dobry, kiedy dotrze moja paczka? Czekam od tygodnia.', 'When did you order it?', '?']],
    [null, ['къде е моята поръчка, моля']],
  ] as const)('%s', (language, texts) => expect(conversation(...texts).language).toBe(language));
});
