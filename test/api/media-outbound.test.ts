import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { setUpComposer } from '../helpers/composer.ts';
import { bytesOfPhone, download, sha256 } from '../helpers/media.ts';
import type { Json } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';

const rig = setUpComposer();
const { sample, customer, post, upload } = rig;

const fileCalls = async () =>
  (await rig.messaging.platform.control('GET', '/calls')).body.data.filter((one: Json) =>
    one.path.endsWith('/media'),
  );
const arrived = (phone: string, type: string) =>
  eventually(async () =>
    (await rig.messaging.phone(phone)).find((one) => one.type === type && one.from === 'business'),
  );

describe('a file from the composer', () => {
  it.each([
    ['photo', 'image/jpeg', 'a photo.jpg', 'image', 'Look'],
    ['video', 'video/mp4', 'clip.mp4', 'video', 'Look'],
    ['voice', 'audio/ogg', 'note.ogg', 'audio', undefined],
    ['document', 'application/pdf', 'Ünïcode “order”.pdf', 'document', 'Signed'],
    ['sticker', 'image/webp', 's.webp', 'sticker', undefined],
  ])('a %s reaches the phone byte for byte', async (what, type, filename, kind, content) => {
    const { phone, conversation } = await customer();
    const bytes = await sample(what);
    const uploaded = await upload(bytes, type, filename);
    expect(uploaded.status).toBe(201);
    expect(uploaded.body).toEqual({
      id: expect.stringMatching(/^med_/),
      kind,
      mimeType: type,
      size: bytes.length,
      filename,
    });
    const sent = await post(conversation, { mediaId: uploaded.body.id, ...(content ? { content } : {}) });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      type: kind,
      content: null,
      caption: content ?? null,
      mediaUrl: null,
      media: { id: uploaded.body.id, state: 'ready', mimeType: type, size: bytes.length, filename },
    });
    const onPhone = await arrived(phone, kind);
    expect(onPhone.payload).toMatchObject(content ? { caption: content } : {});
    expect(onPhone.payload.filename).toBe(kind === 'document' ? filename : undefined);
    expect(sha256(await bytesOfPhone(rig.messaging.platform.url, onPhone.payload.id))).toBe(sha256(bytes));
    const ours = await download(rig.messaging.server, rig.messaging.workspace, sent.body.media.url);
    expect(sha256(ours.bytes)).toBe(sha256(bytes));
  });

  it('is a voice message when it was recorded, and only audio can be', async () => {
    const { phone, conversation } = await customer();
    const { body } = await upload(await sample('voice'), 'audio/ogg', 'voice-note.ogg');
    const sent = await post(conversation, { mediaId: body.id, voice: true });
    expect(sent.body).toMatchObject({ type: 'audio', payload: { audio: { voice: true } } });
    expect((await arrived(phone, 'audio')).payload).toMatchObject({ voice: true });
    const photo = await upload(rig.photo, 'image/jpeg', 'a.jpg');
    const refused = await post(conversation, { mediaId: photo.body.id, voice: true });
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path: 'voice' }] } } });
  });

  it('is sent once per client id, and belongs to one message', async () => {
    const { phone, conversation } = await customer();
    const { body } = await upload(rig.photo, 'image/jpeg', 'a.jpg');
    const message = { mediaId: body.id, clientId: randomUUID() };
    const [first, second] = await Promise.all([post(conversation, message), post(conversation, message)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).toBe(first.body.id);
    const other = await post(conversation, { mediaId: body.id });
    expect([other.status, other.body.error.code]).toEqual([409, 'media_already_sent']);
    await arrived(phone, 'image');
    expect((await rig.messaging.history(phone)).filter((one) => one.type === 'image')).toHaveLength(1);
  });

  it('is uploaded to the platform once, also when its send is retried', async () => {
    const { phone, conversation } = await customer();
    const { body } = await upload(rig.photo, 'image/jpeg', 'a.jpg');
    const before = (await fileCalls()).length;
    await rig.messaging.platform.configure({ nextSends: [131016, 131016, 'ok'] });
    await post(conversation, { mediaId: body.id });
    await arrived(phone, 'image');
    const calls = (await fileCalls()).slice(before);
    expect(calls).toHaveLength(1);
    expect(calls[0].body).toMatchObject({ messaging_product: 'whatsapp', type: 'image/jpeg' });
  });

  it('keeps its position in the order of messages', async () => {
    const { phone, conversation } = await customer();
    await post(conversation, { content: 'one' });
    await post(conversation, { mediaId: (await upload(rig.photo, 'image/jpeg', 'a.jpg')).body.id });
    await post(conversation, { content: 'three' });
    const seen = await eventually(async () => {
      const ours = (await rig.messaging.phone(phone)).filter((one) => one.from === 'business');
      return ours.length === 3 && ours.map((one) => one.type);
    });
    expect(seen).toEqual(['text', 'image', 'text']);
  });

  it('that the platform rejects fails with a reason, and a retry uploads it again', async () => {
    const { conversation, phone } = await customer();
    const { body } = await upload(rig.photo, 'image/jpeg', 'a.jpg');
    await rig.messaging.platform.configure({ nextSends: [131053] });
    const sent = await post(conversation, { mediaId: body.id });
    const failed = await eventually(async () => {
      const message = await rig.messaging.message(phone, sent.body.id);
      return message.status === 'failed' && message;
    });
    expect(failed.error.code).toBe('131053');
    const before = (await fileCalls()).length;
    expect((await rig.messaging.workspace.dashboard('POST', `/messages/${sent.body.id}/retry`)).status).toBe(
      200,
    );
    await arrived(phone, 'image');
    expect((await fileCalls()).length - before).toBe(1);
  });

  it('that our storage does not give waits for it, and holds up nothing but its own conversation', async () => {
    const { conversation, phone } = await customer();
    const other = await customer();
    const { body } = await upload(rig.photo, 'image/jpeg', 'a.jpg');
    const files = join(rig.folder, 'media');
    renameSync(files, `${files}-away`);
    const { scope } = rig.messaging.workspace;
    const select = <Row extends object>(sql: string) =>
      rig.messaging.server.container.database.select<Row>(sql, { t: scope.key });
    const sent = await post(conversation, { mediaId: body.id });
    expect([sent.status, sent.body.status]).toEqual([201, 'queued']);
    // More tries of one message than signs that confirm an outage.
    for (let attempts = 0; attempts < 4; ) {
      rig.messaging.server.passTime(10);
      attempts = await eventually(async () => {
        const [row] = await select<{ attempts: number }>(
          'SELECT attempts FROM outbound_sends WHERE tenant_id = :t AND lease_token IS NULL',
        );
        return row && row.attempts > attempts && row.attempts;
      });
    }
    expect(await select('SELECT 1 FROM send_pauses WHERE tenant_id = :t')).toEqual([]);
    await post(other.conversation, { content: 'goes on' });
    expect((await arrived(other.phone, 'text')).payload).toMatchObject({ body: 'goes on' });
    renameSync(`${files}-away`, files);
    rig.messaging.server.passTime(30);
    await arrived(phone, 'image');
  });

  it('has no caption where its type has none, and its caption has a limit', async () => {
    const { conversation } = await customer();
    const sticker = await sample('sticker');
    const { body } = await upload(sticker, 'image/webp', 's.webp');
    const rejected = await post(conversation, { mediaId: body.id, content: 'words' });
    expect(rejected.status).toBe(400);
    expect(rejected.body.error.details[0].path).toBe('content');
    const long = await post(conversation, { mediaId: body.id, content: 'x'.repeat(1_025) });
    expect(long.body.error.details[0].message).toContain('1024');
    expect((await post(conversation, {})).status).toBe(400);
    expect((await post(conversation, { mediaId: body.id })).status).toBe(201);
  });

  it('is not sent outside the reply window', async () => {
    const phone = '15550189999';
    const yesterday = Math.floor(Date.now() / 1000) - 25 * 3_600;
    await rig.messaging.platform.customerWrites(phone, 'long ago', { timestamp: yesterday });
    const conversation = await eventually(
      async () =>
        (await rig.messaging.workspace.dashboard('GET', `/conversations?search=${phone}`)).body.data[0]?.id,
    );
    const { body } = await upload(rig.photo, 'image/jpeg', 'a.jpg');
    expect((await post(conversation, { mediaId: body.id })).body.error.code).toBe('window_closed');
  });
});

it('the platform received only files of its own number', async () => {
  for (const { path } of await fileCalls()) expect(path).toContain(demoAccount.phoneNumberId);
});
