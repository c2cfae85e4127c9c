import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { proposeReplies } from '../../server/flows/assist/proposals/propose-replies.ts';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { type AssistRig, startAssist } from './assist-rig.ts';

let rig: AssistRig;
const NAMES = ['Bartolomeu', 'Quitéria', 'Anacleto', 'Firmina', 'Teodoro'];
const PLAIN = 'Hi {{contact.first_name}}, we repair brakes within two days, for 25,00 €.';
beforeAll(async () => {
  rig = await startAssist();
  for (const [place, name] of NAMES.entries()) {
    const phone = `1555010500${place}`;
    await rig.messaging.workspace.api('POST', '/contacts', { phone, name: `${name} Secret` });
    await rig.messaging.hello(phone, 'how long does it take to repair brakes?');
    const id = await rig.conversationOf(phone);
    const content = `Hi ${name}, we repair brakes within two days, for 25,00 €.`;
    await dashboard('POST', `/conversations/${id}/messages`, { content, clientId: randomUUID() });
  }
});
afterAll(() => rig.stop());
beforeEach(async () => {
  rig.engine.calls.splice(0);
  await rig.messaging.server.container.database.run('/* system: test */ DELETE FROM reply_proposals');
});

const dashboard: AssistRig['messaging']['workspace']['dashboard'] = (...args) =>
  rig.messaging.workspace.dashboard(...args);
const words = (title: string, text: string) => rig.engine.answer(() => JSON.stringify({ title, text }));

async function proposal(): Promise<Json> {
  await dashboard('POST', '/reply-proposals/rounds');
  rig.messaging.server.wake();
  await eventually(async () => !(await dashboard('GET', '/reply-proposals')).body.isLooking, 20_000);
  const { data } = (await dashboard('GET', '/reply-proposals')).body;
  expect(data).toHaveLength(1);
  return data[0];
}

it('words a proposal with an idle model, which reads the general text alone', async () => {
  const text = 'Hello {{contact.first_name}}, we repair brakes within two days for 25,00 €.';
  words('Brake repairs', text);
  expect(await proposal()).toMatchObject({ name: 'Brake repairs', content: text, model: rig.engine.model });
  const [call] = rig.engine.calls;
  expect(call).toMatchObject({ system: '', schema: 'saved_reply' });
  expect(call?.prompt).toContain(PLAIN);
  for (const name of [...NAMES, 'Secret']) expect(call?.prompt).not.toContain(name);
});

it('keeps the words of the team when the model adds a fact, a promise, or loses the name', async () => {
  for (const text of [
    'Hi {{contact.first_name}}, we repair brakes within two days, for 25,00 €, with 2 years of warranty.',
    'Hi {{contact.first_name}}, we repair brakes within two days, for 25,00 €. I will call you tomorrow.',
    'We repair brakes within two days, for 25,00 €.',
    'Hi {{contact.first_name}} {{order}}, we repair brakes within two days, for 25,00 €.',
    'Olá {{contact.first_name}}, consertamos freios em dois dias, por 25,00 €, na nossa oficina aqui.',
  ]) {
    words('Brakes', text);
    expect(await proposal()).toMatchObject({ content: PLAIN, model: '' });
    await rig.messaging.server.container.database.run('/* system: test */ DELETE FROM reply_proposals');
  }
});

it('keeps the words of the team when the model is busy or answers something else', async () => {
  rig.engine.answer(() => ({ status: 503, code: 'busy' }));
  expect(await proposal()).toMatchObject({ content: PLAIN, model: '' });
  await rig.messaging.server.container.database.run('/* system: test */ DELETE FROM reply_proposals');
  rig.engine.answer(() => 'not json');
  expect(await proposal()).toMatchObject({ content: PLAIN, model: '' });
});

/** Begins a round in which the model takes its time. */
function slowRound(): Promise<boolean> {
  rig.engine.answer(() => ({ text: JSON.stringify({ title: 'Brakes', text: PLAIN }), delayMs: 3_000 }));
  return proposeReplies(
    rig.worker.contextFor(rig.messaging.workspace.scope),
    'on',
    new AbortController().signal,
  );
}

async function stored(): Promise<number> {
  const rows = await rig.messaging.server.container.database.select<{ n: number }>(
    '/* system: test */ SELECT COUNT(*) AS n FROM reply_proposals',
  );
  return Number(rows[0]?.n);
}

it('is stored once when two rounds find it at the same time', async () => {
  await Promise.all([slowRound(), slowRound()]);
  expect(rig.engine.calls).toHaveLength(2);
  expect(await stored()).toBe(1);
});

it('is not stored when the feature was switched off, or a contact left out, while the model worded it', async () => {
  const { body } = await dashboard('GET', '/conversations?search=15550105000');
  const contact = body.data[0].contact.id;
  const leaveOut = (isLeftOut: boolean) => dashboard('PUT', `/contacts/${contact}/assist`, { isLeftOut });
  const turn = (mode: string) => dashboard('PATCH', '/assist', { modes: { proposals: mode } });
  for (const change of [() => turn('off'), () => leaveOut(true)]) {
    rig.engine.calls.splice(0);
    const round = slowRound();
    await eventually(async () => rig.engine.calls.length > 0);
    expect((await change()).status).toBe(200);
    await round;
    expect(await stored()).toBe(0);
    await turn('on');
  }
  await leaveOut(false);
  await slowRound();
  expect(await stored()).toBe(1);
});
