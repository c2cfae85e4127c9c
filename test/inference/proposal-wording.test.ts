import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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
