import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { ROLE_PERMISSIONS } from '../../shared/domain/roles.ts';
import { setUpComposer } from '../helpers/composer.ts';
import { sized } from '../helpers/lane.ts';
import { uploader } from '../helpers/media.ts';
import { eventually } from '../helpers/platform.ts';
import { bearer, call, createWorkspace, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

const MB = 1024 * 1024;
const rig = setUpComposer();
const { customer, post, upload } = rig;

describe('an upload', () => {
  it.each([
    [
      'a type that the platform does not accept',
      'PK',
      'application/zip',
      'a.zip',
      415,
      /A \.zip file cannot be sent/,
    ],
    ['no type and no extension', 'x', '', 'thing', 415, /unknown kind/],
    ['an empty file', '', 'application/pdf', 'a.pdf', 400, /empty/],
    ['an image that is not one', 'words', 'image/png', 'a.png', 415, /a\.png is damaged or is not an image/],
  ])('of %s is rejected', async (_what, bytes, type, name, status, message) => {
    const answer = await upload(bytes, type, name);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(message)]);
  });

  it('larger than the limit of its type is rejected with both sizes', async () => {
    const { status, body } = await upload(Buffer.alloc(17 * MB), 'video/mp4', 'a.mp4');
    expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
    expect(body.error.message).toBe('17 MB; the limit is 16 MB for video.');
    const still = await sharp(randomBytes(512 * 512 * 3), { raw: { width: 512, height: 512, channels: 3 } })
      .webp({ lossless: false, quality: 90 })
      .toBuffer();
    expect(still.length).toBeGreaterThan(100 * 1024);
    expect((await upload(still, 'image/webp', 's.webp')).body.error.message).toMatch(/100 KB for stickers/);
  });

  it('above all limits, without a Content-Length, is rejected without being buffered', async () => {
    const before = process.memoryUsage();
    const { status, most } = await endless(sized(120, 200) * MB);
    expect(status).toBe(413);
    const grown = most - before.rss;
    // Sender and receiver are both this process.
    expect(grown / MB).toBeLessThan(90);
  }, 60_000);

  it('needs a session and the same origin', async () => {
    const { server, workspace } = rig.messaging;
    const url = `${server.url}/api/dashboard/media-uploads?filename=a.jpg`;
    const send = (headers: Record<string, string>) =>
      call(url, { method: 'POST', body: rig.photo, headers: { 'content-type': 'image/jpeg', ...headers } });
    expect((await send({})).status).toBe(401);
    const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
    expect((await send({ cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ cookie })).status).toBe(201);
  });

  it('needs the permission to send messages', async () => {
    const { server, workspace } = rig.messaging;
    const stored = async () => {
      const rows = await server.container.database.select<{ files: number }>(
        'SELECT COUNT(*) AS files FROM media WHERE tenant_id = :t',
        { t: workspace.scope.key },
      );
      return [rows[0]?.files, readdirSync(join(rig.folder, 'media', workspace.tenantId)).length];
    };
    const email = 'reader@example.test';
    const person = { name: 'Reader', email, password: OWNER_PASSWORD, role: 'staff' };
    await workspace.addMember(person);
    const send = async (headers: Record<string, string>) => {
      const { status, body } = await call(`${server.url}/api/dashboard/media-uploads?filename=a.jpg`, {
        method: 'POST',
        body: rig.photo,
        headers: { 'content-type': 'image/jpeg', ...headers },
      });
      return [status, body.error?.code];
    };
    const cookie = await signIn(server, email, OWNER_PASSWORD);
    const { conversation } = await customer();
    const before = await stored();
    // All roles may send today, so one of them loses the permission for this test.
    const has = vi.spyOn(ROLE_PERMISSIONS.staff, 'has').mockImplementation((one) => one !== 'messages:send');
    try {
      expect(await send({ cookie })).toEqual([403, 'forbidden']);
    } finally {
      has.mockRestore();
    }
    const { key } = await createApiKey(server.container.contextFor(workspace.scope), {
      name: 'reader',
      permissions: ['contacts:read', 'contacts:write', 'messages:read'],
    });
    // Only people can upload, so there it is not even authenticated.
    expect(await send(bearer(key))).toEqual([401, 'session_required']);
    const contact = (await workspace.dashboard('GET', `/conversations/${conversation}`)).body.contact;
    const sending = await call(`${server.url}/api/v1/messages/send`, {
      method: 'POST',
      body: { contactId: contact.id, type: 'media', mediaUrl: 'https://files.example.test/a.jpg' },
      headers: bearer(key),
    });
    expect([sending.status, sending.body.error.code]).toEqual([403, 'forbidden']);
    expect(await stored()).toEqual(before);
    expect(await send({ cookie })).toEqual([201, undefined]);
    expect(await stored()).not.toEqual(before);
  });

  it('of another workspace cannot be sent', async () => {
    const other = await createWorkspace(rig.messaging.server);
    const theirs = await uploader(rig.messaging.server, other);
    const { body } = await theirs(rig.photo, 'image/jpeg', 'a.jpg');
    const { conversation } = await customer();
    expect((await post(conversation, { mediaId: body.id })).status).toBe(404);
  });

  it('that is rejected, aborted or never sent leaves no files behind', async () => {
    const { server, workspace } = rig.messaging;
    const place = join(rig.folder, 'media', workspace.tenantId);
    const before = readdirSync(place).length;
    await upload('words', 'image/png', 'a.png');
    await abortUpload();
    await eventually(async () => readdirSync(place).length === before);
    const { body } = await upload(rig.photo, 'image/jpeg', 'forgotten.jpg');
    await server.container.database.run(
      'UPDATE media SET created_at = created_at - INTERVAL 25 HOUR WHERE tenant_id = :t AND filename = :name',
      { t: workspace.scope.key, name: 'forgotten.jpg' },
    );
    await server.container.housekeeping.pass();
    expect(readdirSync(place)).not.toContain(body.id);
    expect(readdirSync(place)).toHaveLength(before);
  });
});

/** Sends this many bytes in pieces, without a Content-Length. Returns the status and the peak memory. */
async function endless(bytes: number): Promise<{ status: number; most: number }> {
  const { server, workspace } = rig.messaging;
  const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
  return new Promise((resolve, reject) => {
    const sending = request(`${server.url}/api/dashboard/media-uploads?filename=a.pdf`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/pdf' },
    });
    let most = 0;
    const piece = Buffer.alloc(MB);
    let left = bytes;
    const more = () => {
      most = Math.max(most, process.memoryUsage().rss);
      while (left > 0) {
        left -= piece.length;
        if (!sending.write(piece)) return void sending.once('drain', more);
      }
      sending.end();
    };
    sending.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, most }));
    });
    sending.on('error', reject);
    more();
  });
}

/** Starts to send a video and closes the connection in the middle. */
async function abortUpload(): Promise<void> {
  const { server, workspace } = rig.messaging;
  const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
  await new Promise<void>((resolve) => {
    const sending = request(`${server.url}/api/dashboard/media-uploads?filename=a.mp4`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'video/mp4', 'content-length': 4 * MB },
    });
    sending.on('error', () => resolve());
    sending.write(Buffer.alloc(MB), () => setTimeout(() => sending.destroy(), 50));
    sending.on('close', () => resolve());
  });
}
