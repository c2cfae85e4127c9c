import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  workspace = await createWorkspace(server);
});

const setCountry = (defaultCountry: string | null) =>
  workspace.dashboard('PATCH', '/workspace', { defaultCountry });

async function stored(phone: string): Promise<string> {
  const answer = await workspace.api('POST', '/contacts', { phone });
  expect(answer.status, `${phone}: ${JSON.stringify(answer.body)}`).toBe(201);
  return answer.body.phone;
}

describe('the default country of a workspace', () => {
  it('is set by owners and admins, visible to everyone, and recorded in the audit log', async () => {
    const session = async () => (await workspace.dashboard('GET', '/session')).body.workspace;
    expect((await session()).defaultCountry).toBeNull();
    expect((await setCountry('BR')).body).toMatchObject({ defaultCountry: 'BR' });
    expect((await session()).defaultCountry).toBe('BR');
    const bad = await setCountry('Brazil');
    expect(bad.status).toBe(400);
    expect(bad.body.error.details).toEqual([
      { path: 'defaultCountry', message: 'must be a two-letter ISO 3166-1 country code, such as BR' },
    ]);
    const log = await workspace.dashboard('GET', '/audit-log');
    expect(log.body.data[0]).toMatchObject({
      action: 'workspace.country_changed',
      target: { kind: 'workspace', label: 'Brazil' },
    });
  });

  it('applies to national numbers, from programs and people', async () => {
    await setCountry('BR');
    expect(await stored('11 98765-4321')).toBe('5511987654321');
    expect(await stored('(012) 98765-4321')).toBe('5512987654321');
    await setCountry('US');
    expect(await stored('(212) 555-0123')).toBe('12125550123');
    const { id } = (await workspace.dashboard('POST', '/contacts', { phone: '(312) 555-1234' })).body;
    const changed = await workspace.dashboard('PATCH', `/contacts/${id}`, { phone: '415 555 2671' });
    expect(changed.body.phone).toBe('14155552671');
  });

  it('does not affect numbers with a country code', async () => {
    for (const country of [null, 'BR', 'DE', 'US']) {
      workspace = await createWorkspace(server);
      await setCountry(country);
      expect(await stored('15550100123')).toBe('15550100123');
      expect(await stored('+49 170 1234567')).toBe('491701234567');
      expect(await stored('0044 7700 900141')).toBe('447700900141');
    }
  });

  it('rejects only numbers that no country has, with the reason', async () => {
    const errorOf = async (phone: string) => {
      const answer = await workspace.api('POST', '/contacts', { phone });
      expect([answer.status, answer.body.error?.code], phone).toEqual([400, 'validation_failed']);
      expect(answer.body.error.details).toHaveLength(1);
      expect(answer.body.error.details[0].path).toBe('phone');
      return answer.body.error.details[0].message;
    };
    expect(await errorOf('0170 1234567')).toContain('has no country code');
    await setCountry('US');
    expect(await errorOf('0170 1234567')).toContain(
      "is not a valid number for your workspace's country (United States)",
    );
    expect(await errorOf('+999 123 4567')).toContain('starts with an unknown country code');
    expect(await errorOf('12345')).toContain('7 to 15 digits, as in +49 170 1234567');
    expect(await errorOf('1234567890123456')).toContain('7 to 15 digits');
    for (const phone of ['1234567', '999123456789', '555010012345678'])
      expect(await stored(phone)).toBe(phone);
  });

  it('finds a contact by its national number in searches, histories and sends', async () => {
    await setCountry('DE');
    const { id } = (await workspace.api('POST', '/contacts', { name: 'Ana', phone: '+49 170 1234567' })).body;
    for (const search of ['0170 1234567', '0170-123', '170 1234567', '+49 170']) {
      const found = await workspace.api('GET', `/contacts?search=${encodeURIComponent(search)}`);
      expect(
        found.body.data.map((contact: { id: string }) => contact.id),
        search,
      ).toEqual([id]);
    }
    const history = await workspace.api('GET', `/messages/${encodeURIComponent('0170 1234567')}`);
    expect(history.status).toBe(200);
    const send = (contactId: string) =>
      workspace.api('POST', '/messages/send', { contactId, type: 'text', content: 'hello' });
    // The contact is found; sending fails because there is no channel.
    expect((await send('0170 1234567')).body.error?.code).not.toBe('contact_not_found');
    expect((await send('0170 1234568')).body.error?.code).toBe('contact_not_found');
    const taken = await workspace.api('POST', '/contacts', { phone: '(0170) 123 45 67' });
    expect(taken.body.error.code).toBe('contact_phone_taken');
  });

  it('defaults to that of the connected number', async () => {
    const { saveCredentials, contextFor } = server.container;
    const ctx = contextFor(workspace.scope);
    const credentials = {
      ...{ appId: '1', appSecret: 's'.repeat(32), accessToken: 'token', wabaId: '2', phoneNumberId: '3' },
    };
    const number = {
      ...{ id: '3', displayPhoneNumber: '+55 11 3456-7890', verifiedName: null, quality: null },
      ...{ messagingLimit: null, isVerified: true, isRegistered: true, hasPin: null },
    };
    await saveCredentials(ctx, credentials, { number });
    expect(await stored('11 98765-4321')).toBe('5511987654321');
    await setCountry('PT');
    await saveCredentials(ctx, credentials, { number });
    expect((await workspace.dashboard('GET', '/session')).body.workspace.defaultCountry).toBe('PT');
  });
});
