import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ScriptedEngine, startScriptedEngine } from '../../../../test/helpers/scripted-engine.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { encodeId, newKey } from '../../../kernel/ids.ts';
import { type AssistConversation, describeConversation } from '../read-conversation.ts';
import { draftPast } from './past-drafts.ts';

const given = vi.hoisted(() => ({
  address: '',
  mode: 'shadow',
  isLoaded: true,
  read: null as AssistConversation | null,
}));
vi.mock('../../../features/inference/index.ts', () => ({
  findReadyWorkers: async () =>
    given.isLoaded ? [{ address: given.address, model: 'm', languages: null }] : 'none',
  beginCall: () => () => undefined,
  createInternalPass: () => 'pass',
}));
vi.mock('../../../features/assist/index.ts', () => ({
  modeOf: async () => given.mode,
  knownToOthers: async () => [],
}));
vi.mock('../read-conversation.ts', async (original) => ({
  ...(await original<typeof import('../read-conversation.ts')>()),
  readConversation: async () => given.read,
}));

let engine: ScriptedEngine;
beforeAll(async () => {
  engine = await startScriptedEngine();
  given.address = engine.url;
});
afterAll(() => engine.stop());
beforeEach(() => {
  engine.calls.splice(0);
  Object.assign(given, { mode: 'shadow', isLoaded: true });
});

const ctx = { scope: { tenantId: 'tn_1' }, actor: null, db: {} } as unknown as Context;

/** Returns what comes of a message when the model writes this. */
async function draft(answer: Parameters<ScriptedEngine['answer']>[0], text = 'Do you deliver to Recife?') {
  engine.answer(answer);
  const message = { id: newKey(), createdAt: new Date('2026-11-20T12:00:00Z') };
  const described = describeConversation({
    business: { name: 'Chairs', profile: 'We deliver to Recife on Fridays.' },
    contact: { name: 'Anne', email: null, phone: '15550100000', labels: [], fields: [] },
    messages: [
      { ...message, number: 1, text, direction: 'inbound', type: 'text', authorId: null, isRevoked: 0 },
    ],
    ...{ closings: [], timeZone: 'UTC' },
  });
  const contact = { id: encodeId('contact', newKey()), name: 'Anne' };
  given.read = { ...described, conversation: { contact } } as unknown as AssistConversation;
  return draftPast(ctx, {
    ...{ conversationId: 'cv_1', message, model: 'm', notesFor: () => [] },
    signal: new AbortController().signal,
  });
}
const says = (answer: object) => () => JSON.stringify(answer);

describe('a draft of a message of the past', () => {
  it('is asked for in the lowest class, as a draft of today, and its day is the one of the message', async () => {
    const text = 'Yes, we deliver to Recife on Fridays.';
    expect(await draft(says({ can: 'answer', from: ['PROFILE'], text }))).toEqual({ state: 'ready', text });
    expect(engine.calls).toHaveLength(1);
    expect(engine.calls[0]).toMatchObject({ requestClass: '3', schema: 'draft' });
    expect(engine.calls[0]?.prompt).toContain('Fri, 20 Nov 2026');
  });

  it('says why there is none', async () => {
    expect(await draft(says({ can: 'no', from: [], text: '' }))).toEqual({
      state: 'none',
      reason: 'unknown',
    });
    const promised = { can: 'answer', from: ['CHAT'], text: 'It costs R$ 99,00 and arrives on 14/12.' };
    expect(await draft(says(promised))).toMatchObject({ state: 'withheld' });
    expect(await draft(says({}), 'thank you so much!')).toEqual({ state: 'none', reason: 'thanks' });
    expect(await draft(says({}), 'Dzień dobry, kiedy dotrze moja paczka? Czekam od tygodnia.')).toEqual({
      ...{ state: 'none', reason: 'language' },
    });
    expect(await draft(says({}), 'Bonjour, est-ce que vous livrez à Recife et quand ?')).toEqual({
      ...{ state: 'none', reason: 'unlisted' },
    });
    given.mode = 'off';
    expect(await draft(says({}))).toEqual({ state: 'off' });
  });

  it('is left for later when the model is away or others need it, and a bad answer is no reason for that', async () => {
    expect(await draft(() => ({ status: 429, code: 'shed' }))).toEqual({ state: 'later' });
    expect(await draft(() => 'no JSON')).toEqual({ state: 'failed' });
    given.isLoaded = false;
    expect(await draft(says({}))).toEqual({ state: 'later' });
  });
});
