import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../helpers/lane.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';

let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging({ RATE_LIMIT_KEY_PER_MINUTE: '100000', RATE_LIMIT_TENANT_PER_MINUTE: '100000' });
});
afterAll(() => rig.stop());

/** Returns two national spellings of one number: Brazil's ninth digit, Mexico's 1, Argentina's 9. */
function spellings(country: 'BR' | 'MX' | 'AR', rest: string): [string, string] {
  if (country === 'BR') return [`5511${rest.slice(0, 8)}`, `55119${rest.slice(0, 8)}`];
  if (country === 'MX') return [`52${rest}`, `521${rest}`];
  return [`54${rest}`, `549${rest}`];
}

interface From {
  phone?: string;
  userId?: string;
}

/** Posts a callback with one text. The platform's id of the person is where newer payloads have it. */
function write({ phone, userId }: From, body: string, extra: object = {}) {
  const { from, ...message } = textMessage(phone ?? '', body, extra);
  const who = { ...(phone ? { from } : {}), ...(userId ? { from_user_id: userId } : {}) };
  const contact = {
    profile: { name: body },
    ...(phone ? { wa_id: phone } : {}),
    ...(userId ? { user_id: userId } : {}),
  };
  return postCallback(
    rig.server,
    rig.workspace,
    envelope({ contacts: [contact], messages: [{ ...who, ...message }] }),
  );
}

const history = (reference: string) => rig.workspace.api('GET', `/messages/${reference}`);
const total = async () => (await rig.workspace.api('GET', '/contacts?limit=1')).body.pagination.total;

async function texts(reference: string, count: number): Promise<{ contact: string; said: string[] }> {
  const data = await eventually(async () => {
    const { body } = await history(reference);
    return body.data?.length >= count && body.data;
  });
  return { contact: data[0].contact, said: data.map((one: Json) => one.content).sort() };
}

function system(from: From, parts: object) {
  const message = {
    ...(from.phone ? { from: from.phone } : {}),
    ...(from.userId ? { from_user_id: from.userId } : {}),
    id: `wamid.${randomBytes(9).toString('base64')}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'system',
    system: { body: 'Changed', ...parts },
  };
  return postCallback(rig.server, rig.workspace, envelope({ messages: [message] }));
}

describe('the spellings of a number', () => {
  it('are one contact, in any order and under concurrency', async () => {
    // A new number for each run, so that runs do not share contacts.
    let made = 2_000_000_000;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('BR', 'MX', 'AR'),
        fc.array(fc.record({ spelling: fc.nat(1), byApi: fc.boolean() }), { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        async (country, acts, together) => {
          made += 100;
          const forms = spellings(country as 'BR', String(made));
          const before = await total();
          const act = async ({ spelling, byApi }: { spelling: number; byApi: boolean }, index: number) => {
            const phone = forms[spelling] as string;
            if (byApi) await rig.workspace.api('POST', '/contacts', { phone });
            else await write({ phone }, `text ${index}`);
          };
          if (together) await Promise.all(acts.map(act));
          else for (const [index, one] of acts.entries()) await act(one, index);
          const written = acts.flatMap(({ byApi }, index) => (byApi ? [] : [`text ${index}`]));
          for (const form of forms) {
            if (written.length === 0) expect((await history(form)).status).toBe(200);
            else expect((await texts(form, written.length)).said).toEqual(written.sort());
          }
          expect(await total()).toBe(before + 1);
        },
      ),
      { ...propertyRuns(8, 25) },
    );
  }, 120_000);
});

describe('the platform’s id of a person', () => {
  it('takes precedence over the number, which may change, appear or be hidden', async () => {
    await write({ userId: 'US.1001' }, 'hidden');
    const contact = await eventually(async () => {
      const { body } = await rig.workspace.api('GET', '/contacts?limit=1&search=hidden');
      return body.data[0];
    });
    expect(contact.phone).toBeNull();
    // There is no number, so the message is addressed to the platform id.
    const sent = await rig.send({ contactId: contact.id, type: 'text', content: 'hello' });
    const [call] = await rig.callsOf(sent.body.id);
    expect(call).toMatchObject({ recipient: 'US.1001' });
    expect(call).not.toHaveProperty('to');

    await write({ userId: 'US.1001', phone: '15550171001' }, 'shown');
    expect((await texts('15550171001', 3)).contact).toBe(contact.id);
    expect((await rig.workspace.api('GET', `/contacts/${contact.id}`)).body.phone).toBe('15550171001');
    await write({ userId: 'US.1001', phone: '15550171002' }, 'another number');
    expect((await texts('15550171002', 4)).contact).toBe(contact.id);
    expect((await texts('15550171001', 4)).contact).toBe(contact.id);
    expect((await rig.workspace.api('GET', `/contacts/${contact.id}`)).body.phone).toBe('15550171002');
  });

  it('is also read from the contacts of a callback', async () => {
    await write({ userId: 'US.1101' }, 'by id');
    const phone = '15550171101';
    const message = textMessage(phone, 'by number');
    const contacts = [{ wa_id: phone, user_id: 'US.1101', profile: { name: 'Both' } }];
    await eventually(async () => (await rig.workspace.api('GET', '/contacts?search=by id')).body.data[0]);
    await postCallback(rig.server, rig.workspace, envelope({ contacts, messages: [message] }));
    expect((await texts(phone, 2)).said).toEqual(['by id', 'by number']);
  });

  it('of another person on the same number is another contact; the first one keeps only the platform id', async () => {
    const phone = '15550171201';
    await write({ userId: 'US.1201', phone }, 'the first');
    const first = await texts(phone, 1);
    await write({ userId: 'US.1202', phone }, 'the second');
    const second = await eventually(async () => {
      const { body } = await history(phone);
      return body.data[0].content === 'the second' && body.data[0];
    });
    expect(second.contact).not.toBe(first.contact);
    expect((await texts(first.contact, 1)).said).toEqual(['the first']);
    expect((await rig.workspace.api('GET', `/contacts/${first.contact}`)).body.phone).toBeNull();
    const { body } = await rig.send({ contactId: first.contact, type: 'text', content: 'still you?' });
    expect((await rig.callsOf(body.id))[0]).toMatchObject({ recipient: 'US.1201' });
  });

  it('can change without changing the contact', async () => {
    const phone = '15550171301';
    await write({ userId: 'US.1301', phone }, 'before');
    const before = await texts(phone, 1);
    await system({ userId: 'US.1301', phone }, { type: 'user_changed_user_id', user_id: 'US.1302' });
    await texts(phone, 2);
    await write({ userId: 'US.1302' }, 'after');
    const after = await texts(phone, 3);
    expect(after.contact).toBe(before.contact);
    // A late message with the earlier id still belongs to the contact.
    await write({ userId: 'US.1301' }, 'late');
    expect((await texts(phone, 4)).contact).toBe(before.contact);
  });
});

describe('a change of number', () => {
  it.each([
    ['user_changed_number', 'wa_id', '15550172'],
    ['customer_changed_number', 'new_wa_id', '15550173'],
  ])(
    'by %s keeps one contact, resolves both numbers, and sends replies to the new one',
    async (type, field, stem) => {
      const [old, next] = [`${stem}001`, `${stem}002`];
      await write({ phone: old }, 'before');
      const { contact } = await texts(old, 1);
      const open = async () => {
        const { data } = (await rig.workspace.dashboard('GET', `/conversations?search=${next}`)).body;
        return data[0];
      };
      await system({ phone: old }, { type, [field]: next, body: `Changed to ${next}` });
      expect(await texts(old, 2)).toMatchObject({ contact });
      expect(await texts(next, 2)).toMatchObject({ contact });
      const [line] = (await history(next)).body.data;
      expect(line).toMatchObject({
        type: 'system',
        content: `Changed to ${next}`,
        inbound: { system: { kind: 'number_changed', from: old, to: next } },
      });
      expect(await open()).toMatchObject({ unreadCount: 1, contact: { phone: next } });
      const { body } = await rig.send({ contactId: old, type: 'text', content: 'noted' });
      expect((await rig.callsOf(body.id))[0]).toMatchObject({ to: `+${next}` });
      await write({ phone: next }, 'from the new one');
      expect(await texts(old, 4)).toMatchObject({ contact });

      // Someone else gets the old number.
      await write({ phone: old }, 'a stranger');
      const stranger = await eventually(async () => {
        const { body: page } = await history(old);
        return page.data[0].content === 'a stranger' && page.data[0];
      });
      expect(stranger.contact).not.toBe(contact);
      expect((await texts(next, 4)).contact).toBe(contact);
    },
  );

  it('of an unknown contact is parked', async () => {
    await system({ phone: '15550174001' }, { type: 'user_changed_number', wa_id: '15550174002' });
    await eventually(async () => {
      const { data } = (await rig.workspace.dashboard('GET', '/parked-items')).body;
      return data.some((item: Json) => item.kind === 'system' && /not known here/.test(item.reason));
    });
    expect((await history('15550174001')).status).toBe(404);
  });
});
