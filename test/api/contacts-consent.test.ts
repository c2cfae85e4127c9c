import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Json } from '../helpers/messaging.ts';
import { envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { setUpTemplates } from '../helpers/template-mirror.ts';
import { addTemplate } from '../helpers/templates.ts';

const rig = setUpTemplates();
const api = (method: string, path: string, body?: unknown) => rig.messaging.workspace.api(method, path, body);
const contactOf = async (phone: string): Promise<Json> => (await api('GET', `/contacts/${phone}`)).body;
const conversationOf = async (phone: string): Promise<Json> =>
  (await api('GET', `/conversations/${phone}`)).body;
const post = (body: object) => postCallback(rig.messaging.server, rig.messaging.workspace, body);
const auditOf = async (id: string): Promise<string[]> =>
  (await rig.dashboard('GET', '/audit-log?limit=100')).body.data
    .filter(({ target }: Json) => target.id === id)
    .map(({ action }: Json) => action);

/** What the workspace sent to a customer, oldest first. */
const answersTo = async (phone: string): Promise<string[]> =>
  (await rig.messaging.history(phone))
    .filter(({ direction }: Json) => direction === 'outbound')
    .map(({ content }: Json) => content)
    .toReversed();

describe('a customer who writes STOP', () => {
  it('is unsubscribed and answered once, in their language, until they resume', async () => {
    const phone = '5511987650101';
    await rig.messaging.hello(phone, 'Oi');
    expect(await contactOf(phone)).toMatchObject({
      ...{ marketing: 'unknown', marketingAt: null, marketingSource: null, blocked: false },
    });
    await rig.messaging.hello(phone, 'Parar!');
    expect(await contactOf(phone)).toMatchObject({
      ...{ marketing: 'unsubscribed', marketingSource: 'customer', marketingAt: expect.any(String) },
    });
    expect(await answersTo(phone)).toEqual([expect.stringContaining('INSCREVER')]);
    await rig.messaging.hello(phone, 'parar');
    expect(await answersTo(phone)).toHaveLength(1);
    await eventually(async () =>
      (await rig.messaging.phone(phone)).some(({ text }: Json) => /INSCREVER/.test(text)),
    );
    await rig.messaging.hello(phone, 'inscrever');
    expect(await contactOf(phone)).toMatchObject({ marketing: 'subscribed' });
    expect(await answersTo(phone)).toEqual([expect.any(String), expect.stringContaining('PARAR')]);
  });

  it('in Spanish is answered in Spanish, with the word to resume', async () => {
    const phone = '34655501704';
    await rig.messaging.hello(phone, 'Hola');
    await rig.messaging.hello(phone, '¡BAJA!');
    expect(await contactOf(phone)).toMatchObject({ marketing: 'unsubscribed', marketingSource: 'customer' });
    expect(await answersTo(phone)).toEqual([expect.stringContaining('ALTA')]);
    await rig.messaging.hello(phone, 'alta');
    expect(await contactOf(phone)).toMatchObject({ marketing: 'subscribed' });
    expect(await answersTo(phone)).toEqual([expect.any(String), expect.stringContaining('BAJA')]);
  });

  it('is not answered for a word in a sentence, in a group, or START without a STOP before', async () => {
    const phone = '15550170102';
    await rig.messaging.hello(phone, 'start');
    await rig.messaging.hello(phone, 'please stop by tomorrow');
    const inGroup = textMessage(phone, 'STOP', { group_id: 'Y2FwaV9ncm91cDox' });
    await post(envelope({ messages: [inGroup] }));
    await eventually(async () => (await rig.messaging.history(phone)).length === 3);
    expect((await contactOf(phone)).marketing).toBe('unknown');
    expect(await answersTo(phone)).toEqual([]);
  });

  it('does not undo what was chosen later, when an old message arrives late', async () => {
    const phone = '15550170103';
    await rig.messaging.hello(phone);
    await api('PATCH', `/contacts/${phone}`, { marketing: 'subscribed' });
    const timestamp = String(Math.floor(Date.now() / 1_000) - 3_600);
    await post(envelope({ messages: [textMessage(phone, 'STOP', { timestamp })] }));
    await eventually(async () => (await rig.messaging.history(phone)).length === 2);
    expect(await contactOf(phone)).toMatchObject({ marketing: 'subscribed', marketingSource: 'api' });
  });
});

it('a STOP that is repeated later is not undone by an older START that arrives last', async () => {
  const anHourAgo = Math.floor(Date.now() / 1_000) - 3_600;
  const minutes = (count: number) => anHourAgo + 60 * count;
  const byWord = async (phone: string, word: string, at: number) => {
    const before = (await rig.messaging.history(phone)).length;
    await post(envelope({ messages: [textMessage(phone, word, { timestamp: String(minutes(at)) })] }));
    await eventually(async () => (await rig.messaging.history(phone)).length > before);
  };
  const inApp = (phone: string, value: 'stop' | 'resume', at: number) =>
    post(
      envelope(
        {
          user_preferences: [{ wa_id: phone, category: 'marketing_messages', value, timestamp: minutes(at) }],
        },
        'user_preferences',
      ),
    );
  const chosenAt = (at: number) => new Date(minutes(at) * 1_000).toISOString().slice(0, 19);
  const [writer, chooser] = ['15550170104', '15550170111'];
  await rig.messaging.hello(writer);
  await byWord(writer, 'STOP', 0);
  await byWord(writer, 'STOP', 10);
  await byWord(writer, 'START', 5);
  const kept = await contactOf(writer);
  expect(kept).toMatchObject({ marketing: 'unsubscribed', marketingSource: 'customer' });
  expect(kept.marketingAt.slice(0, 19)).toBe(chosenAt(10));
  expect(await answersTo(writer)).toHaveLength(1);

  await rig.messaging.hello(chooser);
  await inApp(chooser, 'stop', 0);
  await eventually(async () => (await contactOf(chooser)).marketing === 'unsubscribed');
  await inApp(chooser, 'stop', 10);
  await eventually(async () => (await contactOf(chooser)).marketingAt.slice(0, 19) === chosenAt(10));
  await inApp(chooser, 'resume', 5);
  await inApp(chooser, 'resume', 20);
  await eventually(async () => (await contactOf(chooser)).marketing === 'subscribed');
  expect((await contactOf(chooser)).marketingAt.slice(0, 19)).toBe(chosenAt(20));
});

it('the platform’s own choice of a customer sets marketing, in the order of the choices', async () => {
  const phone = '15550170110';
  await rig.messaging.hello(phone);
  const now = Math.floor(Date.now() / 1_000);
  const choice = (value: string, timestamp: number, wa_id = phone) =>
    post(
      envelope(
        { user_preferences: [{ wa_id, category: 'marketing_messages', value, timestamp }] },
        'user_preferences',
      ),
    );
  await choice('stop', now, '15550179999');
  await choice('stop', now);
  await eventually(async () => (await contactOf(phone)).marketing === 'unsubscribed');
  expect((await contactOf(phone)).marketingSource).toBe('platform');
  await choice('resume', now - 60);
  await choice('resume', now + 1);
  await eventually(async () => (await contactOf(phone)).marketing === 'subscribed');
  expect((await api('GET', '/contacts/15550179999')).status).toBe(404);
});

it('marketing to an unsubscribed contact is sent with a warning; other templates without', async () => {
  const phone = '15550170120';
  const { body: contact } = await api('POST', '/contacts', { phone, marketing: 'unsubscribed' });
  const send = async (templateName: string) =>
    (await rig.messaging.send({ contactId: phone, type: 'template', templateName, templateLanguage: 'en' }))
      .body;
  for (const [name, category] of [
    ['spring_sale', 'MARKETING'],
    ['parcel_sent', 'UTILITY'],
  ] as const) {
    await addTemplate(rig.messaging.platform, { name, category });
    expect(await send(name), 'not known here yet: it may be marketing').toMatchObject({
      ...{ status: 'sent', warnings: ['contact_unsubscribed'] },
    });
    // The send of an unknown template asks for a sync, which must not run when the next one is added.
    await rig.syncNow();
  }
  expect(await send('spring_sale')).toMatchObject({ warnings: ['contact_unsubscribed'] });
  expect(await send('parcel_sent')).toMatchObject({ warnings: [] });
  const conversation = (await rig.dashboard('POST', `/contacts/${contact.id}/conversation`)).body.id;
  const inInbox = await rig.dashboard('POST', `/conversations/${conversation}/templates`, {
    ...{ templateId: (await rig.named('spring_sale')).id, components: [], clientId: randomUUID() },
  });
  expect(inInbox.body.warnings).toEqual(['contact_unsubscribed']);
  await api('PATCH', `/contacts/${phone}`, { marketing: 'subscribed' });
  expect(await send('spring_sale')).toMatchObject({ warnings: [] });
  expect(await auditOf(contact.id)).toEqual(['contact.subscribed']);
});

it('what was scheduled before the contact unsubscribed is sent: marketing with a warning, a reply as it is', async () => {
  const phone = '15550170121';
  await rig.messaging.hello(phone);
  const schedule = async (message: object) => {
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await rig.messaging.send({ contactId: phone, ...message, sendAt });
    expect(body).toMatchObject({ status: 'scheduled', warnings: [] });
    return body.id as string;
  };
  await addTemplate(rig.messaging.platform, { name: 'summer_sale', category: 'MARKETING' });
  await rig.syncNow();
  const marketing = await schedule({ type: 'template', templateName: 'summer_sale', templateLanguage: 'en' });
  const reply = await schedule({ type: 'text', content: 'As promised' });
  await api('PATCH', `/contacts/${phone}`, { marketing: 'unsubscribed' });
  for (const [id, warnings] of [
    [marketing, ['contact_unsubscribed']],
    [reply, []],
  ] as const) {
    await rig.dashboard('POST', `/messages/${id}/send-now`, {});
    const sent = await eventually(async () => {
      const message = await rig.messaging.message(phone, id);
      return !['scheduled', 'queued'].includes(message.status) && message;
    });
    expect(sent).toMatchObject({ error: null, warnings });
  }
});

describe('a blocked contact', () => {
  it('cannot be sent anything, and what they write is kept quietly', async () => {
    const phone = '15550170130';
    const first = await rig.messaging.hello(phone);
    const { id, contact } = await conversationOf(phone);
    await api('PATCH', `/conversations/${phone}`, { status: 'closed' });
    const scheduled = await rig.messaging.send({
      ...{ contactId: phone, type: 'text', content: 'later' },
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(scheduled.status).toBe(201);
    expect((await api('PATCH', `/contacts/${phone}`, { blocked: true })).body.blocked).toBe(true);
    const refused = [
      await rig.messaging.send({ contactId: phone, type: 'text', content: 'hi' }),
      await rig.dashboard('POST', `/conversations/${id}/messages`, { content: 'hi', clientId: randomUUID() }),
      await api('POST', `/messages/${first.id}/reaction`, { emoji: '👍' }),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(409);
      expect(body.error.code).toBe('contact_blocked');
    }
    const before = await conversationOf(phone);
    await rig.messaging.hello(phone, 'let me in');
    await rig.messaging.hello(phone, 'STOP');
    expect(await conversationOf(phone)).toMatchObject({
      ...{ status: 'closed', unreadCount: before.unreadCount, waitingSince: before.waitingSince },
      contact: { id: contact.id, blocked: true, marketing: 'unsubscribed' },
    });
    expect(await answersTo(phone)).toEqual(['later']);
    await rig.dashboard('POST', `/messages/${scheduled.body.id}/send-now`, {});
    const failed = await eventually(async () => {
      const message = await rig.messaging.message(phone, scheduled.body.id);
      return message.status === 'failed' && message;
    });
    expect(failed.error.code).toBe('contact_blocked');
    expect((await api('GET', '/contacts?blocked=true')).body.data.map(({ id }: Json) => id)).toEqual([
      contact.id,
    ]);

    await rig.dashboard('PATCH', `/contacts/${contact.id}`, { blocked: false });
    expect((await rig.messaging.send({ contactId: phone, type: 'text', content: 'hi' })).status).toBe(201);
    await rig.messaging.hello(phone, 'thanks');
    expect(await conversationOf(phone)).toMatchObject({ status: 'open', contact: { blocked: false } });
    expect(await auditOf(contact.id)).toEqual(['contact.unblocked', 'contact.blocked']);
    expect((await api('GET', '/contacts?blocked=true')).body.data).toEqual([]);
  });
});
