import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { CommitUnknownError } from '../../server/db/database-errors.ts';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { uploadMedia } from '../../server/features/media/media.service.ts';
import { setUpComposer } from '../helpers/composer.ts';
import { sha256 } from '../helpers/media.ts';
import { bearer, call, createWorkspace } from '../helpers/test-server.ts';

const MB = 1024 * 1024;
const rig = setUpComposer();
const { customer } = rig;
const PDF = '%PDF-1.7 an invoice';

function upload(
  bytes: string | Uint8Array,
  type: string,
  filename = '',
  headers: Record<string, string> = {},
) {
  const { server, workspace } = rig.messaging;
  const query = filename === '' ? '' : `?filename=${encodeURIComponent(filename)}`;
  return call(`${server.url}/api/v1/media${query}`, {
    method: 'POST',
    body: new Blob([new Uint8Array(Buffer.from(bytes))], { type }),
    headers: { ...bearer(workspace.key), ...headers },
  });
}
const send = (body: object) => rig.messaging.send(body);
const files = async () => {
  const { server, workspace } = rig.messaging;
  const [row] = await server.container.database.select<{ n: number }>(
    'SELECT COUNT(*) AS n FROM media WHERE tenant_id = :t',
    { t: workspace.scope.key },
  );
  return Number(row?.n);
};

describe('a file that a program uploads', () => {
  it('is described, and reaches the platform with the message that carries it', async () => {
    const { phone } = await customer();
    const before = Date.now();
    const { status, body } = await upload(PDF, 'application/pdf', 'invoice 17.pdf');
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^med_/),
        ...{ kind: 'document', mimeType: 'application/pdf', size: PDF.length, filename: 'invoice 17.pdf' },
        sha256: sha256(Buffer.from(PDF)),
        expiresAt: expect.any(String),
      },
    ]);
    const hours = (Date.parse(body.expiresAt) - before) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);

    const sent = await send({ contactId: phone, type: 'document', mediaId: body.id, caption: 'Yours' });
    expect(sent.body).toMatchObject({
      ...{ type: 'document', status: 'sent', mediaUrl: null, caption: 'Yours', filename: 'invoice 17.pdf' },
      media: { id: body.id, state: 'ready', mimeType: 'application/pdf', size: PDF.length },
    });
    const [request] = await rig.messaging.callsOf(sent.body.id);
    expect(request.document).toEqual({
      id: expect.stringMatching(/^\d+$/),
      caption: 'Yours',
      filename: 'invoice 17.pdf',
    });
    const onPhone = await fetch(
      `${rig.messaging.platform.url}/control/accounts/800000000000001/media/${request.document.id}`,
    );
    expect(await onPhone.text()).toBe(PDF);
    const mine = await rig.messaging.workspace.api('GET', `/media/${body.id}`);
    expect(mine.body).toBe(PDF);
  });

  it('is sent as its own kind with type media, and not as another kind', async () => {
    const { phone } = await customer();
    const { body } = await upload(rig.photo, 'image/jpeg');
    expect(body).toMatchObject({ kind: 'image', filename: null });
    const wrong = await send({ contactId: phone, type: 'document', mediaId: body.id });
    expect([wrong.status, wrong.body.error.details]).toEqual([
      400,
      [{ path: 'mediaId', message: expect.stringMatching(/of type image, not document/) }],
    ]);
    const named = await send({ contactId: phone, type: 'media', mediaId: body.id, filename: 'a.jpg' });
    expect(named.body.error.details).toMatchObject([{ path: 'filename' }]);
    const sent = await send({ contactId: phone, type: 'media', mediaId: body.id, caption: 'Front' });
    expect(sent.body).toMatchObject({ type: 'image', status: 'sent', caption: 'Front', filename: null });
  });

  it('is sent once, and by its own workspace alone', async () => {
    const { phone } = await customer();
    const { body } = await upload(PDF, 'application/pdf', 'a.pdf');
    const message = { contactId: phone, type: 'document', mediaId: body.id };
    const { server } = rig.messaging;
    const other = await createWorkspace(server);
    const theirs = await call(`${server.url}/api/v1/media`, {
      method: 'POST',
      body: new Blob([PDF], { type: 'application/pdf' }),
      headers: bearer(other.key),
    });
    const foreign = await send({ ...message, mediaId: theirs.body.id });
    const unknown = await send({ ...message, mediaId: `med_${'0'.repeat(26)}` });
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'media_not_found']);
    expect(unknown.body.error).toEqual({ ...foreign.body.error, requestId: expect.any(String) });
    const both = await Promise.all([send(message), send(message)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const again = await send(message);
    expect([again.status, again.body.error.code]).toEqual([409, 'media_already_sent']);
  });

  it('is given by its id or by its address, and by one of them', async () => {
    const { phone } = await customer();
    const both = await send({
      ...{ contactId: phone, type: 'image', mediaId: `med_${'0'.repeat(26)}`, caption: [] },
      mediaUrl: 'https://cdn.example/a.jpg',
    });
    expect(both.body.error.details).toEqual([
      { path: 'caption', message: expect.stringMatching(/type string/) },
      { path: 'mediaId', message: expect.stringMatching(/cannot be combined/) },
    ]);
  });

  it.each([
    ['a type that cannot be sent', 'PK', 'application/zip', 415],
    ['no file at all', '', 'application/pdf', 400],
    ['an image that is not one', 'words', 'image/png', 415],
    ['too many bytes', Buffer.alloc(5 * MB + 1), 'image/png', 413],
  ])('of %s is rejected, and nothing of it is stored', async (_what, bytes, type, status) => {
    const before = await files();
    const answer = await upload(bytes, type);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.any(String)]);
    expect(await files()).toBe(before);
  });

  it('needs a key that may send messages', async () => {
    const { server, workspace } = rig.messaging;
    const { key } = await createApiKey(server.container.contextFor(workspace.scope), {
      name: 'reader',
      permissions: ['messages:read', 'contacts:write'],
    });
    const before = await files();
    expect((await upload(PDF, 'application/pdf', '', bearer(key))).status).toBe(403);
    expect((await upload(PDF, 'application/pdf', '', { authorization: '' })).status).toBe(401);
    expect(await files()).toBe(before);
  });

  it('without a key is answered before its bytes have arrived', async () => {
    const { server } = rig.messaging;
    const status = await new Promise((resolve, reject) => {
      const upload = request(`${server.url}/api/v1/media`, {
        method: 'POST',
        headers: { 'content-type': 'video/mp4', 'content-length': String(16 * MB) },
      });
      upload.once('response', (answer) => {
        resolve(answer.statusCode);
        upload.destroy();
      });
      upload.once('error', reject);
      upload.write('the first bytes');
    });
    expect(status).toBe(401);
  });

  it('repeated with its Idempotency-Key is one file', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await upload(PDF, 'application/pdf', 'a.pdf', headers);
    const before = await files();
    const again = await upload(PDF, 'application/pdf', 'a.pdf', headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await upload(`${PDF}!`, 'application/pdf', 'a.pdf', headers);
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
    expect(await files()).toBe(before);
  });

  it('that was not sent in time is deleted', async () => {
    const { phone } = await customer();
    const { server, workspace } = rig.messaging;
    const { body } = await upload(PDF, 'application/pdf', 'late.pdf');
    await server.container.database.run(
      'UPDATE media SET created_at = created_at - INTERVAL 25 HOUR WHERE tenant_id = :t AND filename = :name',
      { t: workspace.scope.key, name: 'late.pdf' },
    );
    await server.container.housekeeping.pass();
    const sent = await send({ contactId: phone, type: 'document', mediaId: body.id });
    expect(sent.body.error?.code).toBe('media_not_found');
  });
});

it('a file stays when the answer to its commit is lost: it may be stored, and a repeated request gets it', async () => {
  const { server, workspace } = rig.messaging;
  const ctx = server.container.contextFor(workspace.scope);
  let transactions = 0;
  const db: Database = {
    ...ctx.db,
    transaction: async (work) => {
      const result = await ctx.db.transaction(work);
      transactions += 1;
      // The first one reserves the place of the file.
      if (transactions === 2) throw new CommitUnknownError(new Error('connection lost'));
      return result;
    },
  };
  const before = await files();
  const bytes = Readable.from([Buffer.from('hours')]);
  await expect(
    uploadMedia({ ...ctx, db }, server.container.media, {
      ...{ filename: 'hours.txt', contentType: 'text/plain', size: 5, bytes },
    }),
  ).rejects.toThrow(CommitUnknownError);
  expect([transactions, await files()]).toEqual([2, before + 1]);
});
