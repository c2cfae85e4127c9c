import { describe, expect, it } from 'vitest';
import { dashboardApi } from '../../shared/contract/index.ts';
import { call, OWNER_PASSWORD, signIn, type TestWorkspace } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';
import { routesOf } from '../tenancy/contract-routes.ts';

/** Routes that change something without asking for the password, each with the reason. */
const UNCONFIRMED: Readonly<Record<string, string>> = {
  'POST /webhook-listeners': 'nothing leaves the server',
  'PUT /webhook-listeners/{id}': 'only how the server answers itself',
  'DELETE /webhook-listeners/{id}': 'a listener and what it got, which is removed after a day anyway',
  'POST /contacts': 'can be undone',
  'POST /broadcasts': 'confirmed on the screen; messages of templates that the platform approved',
  'POST /broadcasts/{id}/pause': 'can be undone',
  'POST /broadcasts/{id}/resume': 'goes on with what was confirmed',
  'POST /broadcasts/{id}/cancel': 'stops at once in an emergency',
  'POST /broadcasts/{id}/retry': 'the same messages to the same people',
  'POST /segments': 'a filter that can be made again',
  'PATCH /segments/{id}': 'a filter that can be made again',
  'DELETE /segments/{id}': 'a filter that can be made again',
  'POST /broadcast-preview': 'stores nothing',
  'POST /broadcast-test': 'one message of a template to one person',
  'PUT /broadcast-settings': 'can be undone',
  'POST /automation-rules': 'can be switched off at once',
  'PUT /automation-rules/{id}': 'can be switched off at once',
  'PUT /automation-rules/{id}/position': 'can be undone',
  'PUT /automation-rules/{id}/enabled': 'can be undone',
  'DELETE /automation-rules/{id}': 'confirmed on the screen; messages stay',
  'POST /automation-test': 'stores nothing',
  'POST /contacts/{id}/merge': 'keeps all data',
  'POST /contacts/{id}/merge/undo': 'keeps all data',
  'POST /contacts/{id}/conversation': 'opens a conversation',
  'POST /template-sync': 'only reads from the platform',
  'PATCH /contacts/{id}': 'can be undone',
  'PUT /cloud-api/setup/step': 'position in the setup',
  'POST /cloud-api/checks': 'only checks',
  'POST /cloud-api/subscription': 'only to the callback URL of this server',
  'POST /cloud-api/number/code-requests': 'sends a code to the owner of the number',
  'POST /cloud-api/number/code': 'needs the code that was sent',
  'DELETE /api-keys/{id}/previous': 'takes access away, at once in an emergency',
  'DELETE /api-keys/{id}': 'takes access away, at once in an emergency; a new key needs the password',
  'PATCH /inference-keys/{id}': 'a name',
  'DELETE /inference-keys/{id}': 'takes access away, at once in an emergency; a new key needs the password',
  'DELETE /invitations/{id}': 'takes access away',
  'POST /members/{id}/sign-out': 'takes access away',
  'DELETE /session/devices/{id}': 'takes access away, of the own sessions',
  'POST /session/devices/sign-out-others': 'takes access away, of the own sessions',
  'DELETE /models/{id}': 'the file can be downloaded again',
  'DELETE /models/{id}/download': 'the downloaded part is kept',
  'PUT /prompt-log-settings': 'can be undone',
  'PATCH /workspace': 'can be undone',
  'PATCH /welcome': 'can be undone',
  'POST /welcome/test-phone': 'only where no number is connected',
  'PUT /contacts/{id}': 'can be undone',
  'POST /contacts/batch': 'can be undone',
  'POST /contact-fields': 'can be undone',
  'POST /contact-imports': 'only reads a file',
  'POST /contact-actions': 'can be undone',
  'POST /contact-actions/{id}/undo': 'keeps all data',
  'POST /contact-imports/{id}/check': 'only checks',
  'POST /contact-imports/{id}/commit': 'can be undone',
  'POST /contact-imports/{id}/cancel': 'keeps all data',
  'POST /contact-imports/{id}/rejected': 'rows of an own file',
  'DELETE /contact-imports/{id}': 'the page asks; no contact is lost',
  'PATCH /contact-fields/{id}': 'can be undone',
  'PUT /business-hours': 'can be undone',
  'PUT /assignment': 'can be undone',
  'PATCH /assist': 'can be undone',
  'PUT /saved-replies/{id}/answers-alone': 'can be undone',
  'POST /assist/outcomes': 'counts only',
  'POST /assist/qualification': 'can be repeated',
  'DELETE /assist/qualification': 'can be repeated',
  'POST /reply-proposals/rounds': 'only looks',
  'POST /own-review/{id}': 'about oneself',
  'POST /own-review/{id}/judgments': 'about oneself',
  'POST /reply-proposals/{id}/accept': 'can be undone',
  'DELETE /reply-proposals/{id}': 'the page asks; no answer is lost',
  'POST /rehearsals': 'only simulated customers',
  'POST /rehearsals/{id}/stop': 'can be repeated',
  'DELETE /rehearsals/{id}': 'the page asks; only simulated customers are lost',
  'POST /replays': 'only compares',
  'POST /replays/{id}/cancel': 'can be repeated',
  'POST /draft-replays': 'only compares',
  'POST /draft-replays/{id}/cancel': 'can be repeated',
  'PUT /contacts/{id}/assist': 'can be undone',
  'PUT /contact-duplicates': 'can be undone',
  'PUT /activity': 'about oneself',
  'PUT /availability': 'about oneself',
  'PATCH /notifications/{id}': 'can be undone',
  'POST /notifications/read': 'a mark',
  'PUT /drafts/{conversationId}': 'an own draft',
  'POST /reminders': 'about oneself',
  'PATCH /reminders/{id}': 'about oneself',
  'DELETE /reminders/{id}': 'about oneself',
  'POST /contacts/{id}/text-checks': 'only checks',
  'POST /saved-views': 'can be undone',
  'PATCH /saved-views/{id}': 'can be undone',
  'DELETE /saved-views/{id}': 'the page asks; no conversation is lost',
  'POST /saved-replies': 'can be undone',
  'PATCH /saved-replies/{id}': 'can be undone',
  'DELETE /saved-replies/{id}': 'the page asks; no message is lost',
  'POST /saved-replies/{id}/uses': 'a count',
  'POST /labels': 'can be undone',
  'PATCH /labels/{id}': 'can be undone',
  'PATCH /notes/{id}': 'an own note',
  'DELETE /notes/{id}': 'an own note',
  'POST /drafts/{conversationId}/members/{memberId}/taken': 'changes nothing that is stored',
  'DELETE /labels/{id}': 'the page asks; no conversation is lost',
};
/** Everyday work, and what happens before or instead of a confirmation. */
const EVERYDAY =
  /^\w+ \/(?:conversations|messages|media|templates|session|setup|access-links|webhook-endpoints\/\{id\}\/(?:pause|resume|test|deliveries|resend|send)|webhook-deliveries|models\/\{id\}\/(?:download|use)|parked-items)(?:\/|-|$)/;

const rig = setUpWorkspace();

const age = (minutes: number) =>
  rig.server.container.database.run(
    `/* system: test */ UPDATE sessions SET confirmed_at = UTC_TIMESTAMP(3) - INTERVAL ${minutes} MINUTE`,
  );
const errorOf = async (answer: ReturnType<TestWorkspace['dashboard']>) => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};
const REQUIRED = [403, 'confirmation_required'];

describe('every route of the dashboard that changes something', () => {
  const routes = routesOf(dashboardApi).filter(({ method }) => method !== 'GET');
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (name, route) => {
    const isMarked = route.confirmation !== undefined;
    const isListed = Object.hasOwn(UNCONFIRMED, name) || EVERYDAY.test(name);
    // A new route is marked in its contract, route(…, 'confirmed'), or gets a reason above.
    expect(isMarked || isListed).toBe(true);
    if (isMarked) expect(Object.hasOwn(UNCONFIRMED, name)).toBe(false);
  });
});

it('keys, people, endpoints and deletions ask for the password five minutes after it was entered', async () => {
  const contact = (await rig.workspace.api('POST', '/contacts', { phone: '15550171001' })).body;
  const other = (await rig.workspace.api('POST', '/contacts', { phone: '15550171002' })).body;
  const { body: hook } = await rig.workspace.dashboard('POST', '/webhook-endpoints', {
    url: 'https://hooks.example.com/in',
  });
  await age(6);
  for (const [method, path, body] of [
    ['POST', '/api-keys', { name: 'x' }],
    ['POST', '/inference-keys', { name: 'x' }],
    ['POST', '/invitations', { email: 'x@example.test', role: 'owner' }],
    ['POST', '/webhook-endpoints', { url: 'https://thief.example/in' }],
    ['PATCH', `/webhook-endpoints/${hook.endpoint.id}`, { url: 'https://thief.example/in' }],
    ['POST', `/webhook-endpoints/${hook.endpoint.id}/secret`, undefined],
    ['POST', `/webhook-endpoints/${hook.endpoint.id}/rotate-secret`, {}],
    ['POST', `/members/${rig.workspace.ownerId}/reset-link`, undefined],
    ['DELETE', `/contacts/${contact.id}`, undefined],
    ['PUT', '/cloud-api/setup/token', { accessToken: 'x' }],
  ] as const) {
    expect(await errorOf(rig.workspace.dashboard(method, path, body)), path).toEqual(REQUIRED);
  }
  // Programs have no person who could confirm.
  expect((await rig.workspace.api('DELETE', `/contacts/${other.id}`)).status).toBe(200);
  // A description is no new address.
  const path = `/webhook-endpoints/${hook.endpoint.id}`;
  expect((await rig.workspace.dashboard('PATCH', path, { description: 'x' })).status).toBe(200);

  expect(
    await errorOf(rig.workspace.dashboard('POST', '/session/confirm', { password: 'wrong one' })),
  ).toEqual([401, 'invalid_credentials']);
  expect(await errorOf(rig.workspace.dashboard('POST', '/api-keys', { name: 'x' }))).toEqual(REQUIRED);
  const confirmed = await rig.workspace.dashboard('POST', '/session/confirm', { password: OWNER_PASSWORD });
  expect(confirmed.status).toBe(200);
  expect((await rig.workspace.dashboard('POST', '/api-keys', { name: 'x' })).status).toBe(201);
  expect((await rig.workspace.dashboard('DELETE', `/contacts/${contact.id}`)).status).toBe(200);
  await rig.workspace.dashboard('DELETE', path);
});

it('a confirmation counts for its own session only', async () => {
  const cookie = await signIn(rig.server, rig.workspace.email, OWNER_PASSWORD);
  await age(6);
  await rig.workspace.dashboard('POST', '/session/confirm', { password: OWNER_PASSWORD });
  const url = `${rig.server.url}/api/dashboard/api-keys`;
  const hijacked = await call(url, { method: 'POST', body: { name: 'x' }, headers: { cookie } });
  expect([hijacked.status, hijacked.body.error?.code]).toEqual(REQUIRED);
});

it('a second factor of everyone is no longer required only with the password', async () => {
  await age(6);
  expect(
    await errorOf(rig.workspace.dashboard('PUT', '/workspace/two-factor', { isRequired: false })),
  ).toEqual(REQUIRED);
  await age(0);
});

it('the headers of an endpoint never go to another host', async () => {
  const headers = [{ name: 'authorization', value: 'Bearer of-theirs' }];
  const { body } = await rig.workspace.dashboard('POST', '/webhook-endpoints', {
    url: 'https://hooks.example.com/in',
    headers,
  });
  const path = `/webhook-endpoints/${body.endpoint.id}`;
  const samePlace = await rig.workspace.dashboard('PATCH', path, { url: 'https://hooks.example.com/other' });
  expect(samePlace.body.headers).toEqual([{ name: 'authorization' }]);
  const kept = await rig.workspace.dashboard('PATCH', path, {
    url: 'https://thief.example/in',
    headers: [{ name: 'authorization' }],
  });
  expect(kept.body.error.details).toEqual([
    { path: 'headers.0.value', message: 'is required: the host has changed' },
  ]);
  const moved = await rig.workspace.dashboard('PATCH', path, { url: 'https://thief.example/in' });
  expect([moved.body.url, moved.body.headers]).toEqual(['https://thief.example/in', []]);
  // Going back does not bring them back.
  const back = await rig.workspace.dashboard('PATCH', path, { url: 'https://hooks.example.com/in' });
  expect(back.body.headers).toEqual([]);
});
