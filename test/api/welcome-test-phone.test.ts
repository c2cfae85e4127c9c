import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectedNumberId } from '../../server/features/channel/index.ts';
import { setWelcome } from '../../server/features/workspaces/index.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

const PHONE = '15550181001';
const isTried = async () =>
  (await messaging.workspace.dashboard('GET', '/welcome')).body.steps.testPhone as boolean;

it('the step of the test phone is done after a message in each direction, not when the phone was opened', async () => {
  const { server, workspace } = messaging;
  const db = server.container.database;
  const testNumberId = await connectedNumberId({ db, scope: workspace.scope });
  await setWelcome({ db }, workspace.scope.key, { testNumberId });
  expect(await isTried()).toBe(false);
  await messaging.hello(PHONE);
  expect(await isTried()).toBe(false);
  const sent = await workspace.api('POST', '/messages/send', {
    contactId: PHONE,
    type: 'text',
    content: 'It works.',
  });
  expect(sent.status).toBeLessThan(300);
  await eventually(async () => (await isTried()) || undefined);
});
