import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countOutcome, lockedModeOf, modeOf } from '../../server/features/assist/index.ts';
import { inTransaction } from '../../server/kernel/context/in-transaction.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { ASSIST_FEATURE_NAMES, ASSIST_FEATURES } from '../../shared/domain/assist/features.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { call, createWorkspace, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());

const dashboard = (method: string, path: string, body?: object) =>
  messaging.workspace.dashboard(method, path, body);
const context = () => messaging.server.container.contextFor(messaging.workspace.scope);
const newContact = async (phone: string): Promise<string> =>
  (await messaging.workspace.api('POST', '/contacts', { phone })).body.id;

describe('the settings of the assistant', () => {
  it('have a default for every feature, and change one by one, with an event and an audit entry', async () => {
    const defaults = Object.fromEntries(
      ASSIST_FEATURE_NAMES.map((name) => [name, ASSIST_FEATURES[name].default]),
    );
    const nothing = {
      ...{ modes: defaults, profile: '', orderFormats: [], urgentWords: [], askedAgainMinutes: 30 },
    };
    expect((await dashboard('GET', '/assist')).body).toEqual(nothing);
    await dashboard('PATCH', '/assist', { modes: { replies: 'shadow' } });
    const orderFormats = ['AB-######', '2026/####'];
    const changed = await dashboard('PATCH', '/assist', {
      ...{ modes: { drafts: 'on' }, profile: 'A bakery.', orderFormats },
    });
    const modes = { ...defaults, replies: 'shadow', drafts: 'on' };
    const settings = { ...nothing, modes, profile: 'A bakery.', orderFormats };
    expect((await dashboard('PATCH', '/assist', { orderFormats: ['(a+)+###'] })).status).toBe(400);
    expect(changed).toMatchObject({ status: 200, body: settings });
    expect((await dashboard('GET', '/assist')).body).toEqual(settings);
    expect((await dashboard('GET', '/audit-log')).body.data[0]).toMatchObject({
      action: 'workspace.assist_changed',
    });
    const { body } = await dashboard('GET', '/events?since=0');
    const event = body.events.findLast(({ name }: Json) => name === 'assist.changed');
    expect(event.payload).toEqual({ settings });
  });

  it('keep every one of the first changes, when these come at the same time', async () => {
    const modes = { replies: 'shadow', triage: 'off', details: 'off', ask: 'shadow' };
    for (let time = 0; time < 3; time += 1) {
      const workspace = await createWorkspace(messaging.server);
      const changes = Object.entries(modes).map(([feature, mode]) =>
        workspace.dashboard('PATCH', '/assist', { modes: { [feature]: mode } }),
      );
      expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await workspace.dashboard('GET', '/assist')).body.modes).toMatchObject(modes);
    }
  });

  it('have a row that can be locked, also before they were ever changed', async () => {
    const { scope } = await createWorkspace(messaging.server);
    const { contextFor } = messaging.server.container;
    const found = await inTransaction(contextFor(scope), async (ctx) => {
      const mode = await lockedModeOf(ctx, 'translate');
      const rows = await ctx.db.select(
        'SELECT modes FROM assist_settings WHERE tenant_id = :tenantId',
        { tenantId: scope.key },
        ctx.tx,
      );
      return { mode, rows: rows.length };
    });
    expect(found).toEqual({ mode: 'on', rows: 1 });
  });

  it('reject features and modes that do not exist, and a profile that is too long', async () => {
    const rejected = async (body: object) => (await dashboard('PATCH', '/assist', body)).body.error.details;
    expect(await rejected({ modes: { telepathy: 'on' } })).toMatchObject([{ path: 'modes.telepathy' }]);
    expect(await rejected({ modes: { replies: 'always' } })).toMatchObject([{ path: 'modes.replies' }]);
    expect(await rejected({ profile: 'word '.repeat(121) })).toEqual([
      { path: 'profile', message: 'must contain at most 120 words' },
    ]);
  });

  it('are read by everyone and changed by admins', async () => {
    const { server, workspace } = messaging;
    const email = 'staff@assist.test';
    await workspace.addMember({ name: 'Sam', email, password: OWNER_PASSWORD, role: 'staff' });
    const headers = { cookie: await signIn(server, email, OWNER_PASSWORD) };
    const url = `${server.url}/api/dashboard/assist`;
    expect((await call(url, { headers })).status).toBe(200);
    expect((await call(url, { method: 'PATCH', body: { profile: 'x' }, headers })).status).toBe(403);
    expect((await call(`${url}/results`, { headers })).status).toBe(403);
  });
});

describe('a contact whom the assistant leaves alone', () => {
  it('has no feature that works with messages, until it is allowed again', async () => {
    const id = await newContact('15550170001');
    const key = decodeId(id);
    expect((await dashboard('GET', `/contacts/${id}/assist`)).body).toEqual({ isLeftOut: false });
    expect(await modeOf(context(), 'triage', key)).toBe('on');
    for (let time = 0; time < 2; time += 1) {
      const answer = await dashboard('PUT', `/contacts/${id}/assist`, { isLeftOut: true });
      expect(answer).toMatchObject({ status: 200, body: { isLeftOut: true } });
    }
    expect(await modeOf(context(), 'triage', key)).toBe('off');
    // A check of what is sent does not depend on whom it goes to.
    expect(await modeOf(context(), 'check', key)).toBe('on');
    const entries = (await dashboard('GET', '/audit-log')).body.data.filter(
      ({ action, target }: Json) => action === 'contact.assist_stopped' && target.id === id,
    );
    expect(entries).toHaveLength(1);
    await dashboard('PUT', `/contacts/${id}/assist`, { isLeftOut: false });
    expect(await modeOf(context(), 'triage', key)).toBe('on');
  });

  it('stays so after a merge, in either direction', async () => {
    const [left, other] = [await newContact('15550170002'), await newContact('15550170003')];
    await dashboard('PUT', `/contacts/${left}/assist`, { isLeftOut: true });
    await messaging.workspace.api('POST', `/contacts/${left}/merge`, { into: other });
    expect((await dashboard('GET', `/contacts/${other}/assist`)).body).toEqual({ isLeftOut: true });
  });

  it('must exist', async () => {
    const none = 'ct_01234567890123456789012345';
    expect((await dashboard('GET', `/contacts/${none}/assist`)).status).toBe(404);
    expect((await dashboard('PUT', `/contacts/${none}/assist`, { isLeftOut: true })).status).toBe(404);
  });
});

describe('what became of suggestions', () => {
  it('is counted by feature and outcome', async () => {
    const count = (outcome: string, n: number) => ({ feature: 'replies', outcome, language: 'en', count: n });
    const body = { counts: [count('shown', 3), count('unedited', 2), count('shown', 1)] };
    expect(await dashboard('POST', '/assist/outcomes', body)).toMatchObject({ status: 200 });
    const { data } = (await dashboard('GET', '/assist/results?days=7')).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ feature: 'replies', model: '', outcomes: { shown: 4, unedited: 2 } });
    expect((await dashboard('POST', '/assist/outcomes', { counts: [count('guessed', 1)] })).status).toBe(400);
  });

  it('is kept apart in test mode, and what an earlier version mixed is in no result', async () => {
    const resultsOf = async (feature: string): Promise<Json[]> => {
      const { data } = (await dashboard('GET', '/assist/results')).body;
      return data.filter((one: Json) => one.feature === feature);
    };
    const counts = (outcome: string) => ({ feature: 'triage', outcome, language: 'other', count: 1 });
    for (const [mode, outcome] of [
      ['shadow', 'ready'],
      ['on', 'shown'],
    ]) {
      await dashboard('PATCH', '/assist', { modes: { triage: mode } });
      await dashboard('POST', '/assist/outcomes', { counts: [counts('eligible'), counts(outcome ?? '')] });
    }
    const { database } = messaging.server.container;
    // As a server of the version before counts.
    await database.run(
      `INSERT INTO assist_counts (tenant_id, day, feature, outcome, language, model, count)
       VALUES (:tenantId, UTC_DATE(), 'triage', 'eligible', 'other', '', 50)
       ON DUPLICATE KEY UPDATE count = count + 50`,
      { tenantId: messaging.workspace.scope.key },
    );
    expect(await resultsOf('triage')).toMatchObject([
      { isTest: false, outcomes: { eligible: 1, shown: 1, ready: 0 } },
      { isTest: true, outcomes: { eligible: 1, shown: 0, ready: 1 } },
    ]);
  });

  it('is not counted for a simulated customer', async () => {
    const what = { feature: 'words', outcome: 'shown', language: 'en', model: 'x' } as const;
    for (const phone of ['99901234567890', '15550170009'])
      await countOutcome(context(), { ...what, contactId: decodeId(await newContact(phone)) });
    const { data } = (await dashboard('GET', '/assist/results')).body;
    expect(data.find(({ feature }: Json) => feature === 'words').outcomes.shown).toBe(1);
  });
});
