import { expect, it } from 'vitest';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();
const welcome = async () => (await rig.workspace.dashboard('GET', '/welcome')).body;

it('ticks each first step from what the workspace holds', async () => {
  expect((await welcome()).steps).toEqual({
    testPhone: false,
    number: false,
    colleague: false,
    contacts: false,
    // The workspace of the tests comes with a key.
    key: true,
  });
  await rig.workspace.dashboard('POST', '/invitations', { email: 'leo@example.test', role: 'staff' });
  await rig.workspace.dashboard('POST', '/contacts', { phone: '15550171001' });
  expect((await welcome()).steps).toMatchObject({ colleague: true, contacts: true, number: false });
});

it('is hidden and shown for the whole workspace', async () => {
  expect((await rig.workspace.dashboard('PATCH', '/welcome', { isHidden: true })).body.isHidden).toBe(true);
  expect((await welcome()).isHidden).toBe(true);
  expect((await rig.workspace.dashboard('PATCH', '/welcome', { isHidden: false })).body.isHidden).toBe(false);
});

it('opens no test phone without a sandbox', async () => {
  expect((await rig.workspace.dashboard('POST', '/welcome/test-phone')).status).toBe(409);
  expect((await welcome()).steps.testPhone).toBe(false);
});
