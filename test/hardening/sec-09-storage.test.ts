import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readDiskSpace } from '../../server/kernel/storage/disk-space.ts';
import { sampleOnPhone, uploader } from '../helpers/media.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';

const GB = 1024 ** 3;
const KB = 1024;
const PLENTY = { free: 50 * GB, total: 100 * GB };
const folder = mkdtempSync(join(tmpdir(), 'storage-'));
/** What the server reads in place of the system: a test cannot fill a real disk. */
let disk = PLENTY;
let rig: Messaging;
let upload: Awaited<ReturnType<typeof uploader>>;
beforeAll(async () => {
  const limits = { STORAGE_UNSENT_LIMIT_MB: '1', STORAGE_LIMIT_MB: '2' };
  rig = await startMessaging({ DATA_DIR: folder, ...limits }, undefined, { readDisk: async () => disk });
  upload = await uploader(rig.server, rig.workspace);
});
afterAll(async () => {
  await rig.stop();
  rmSync(folder, { recursive: true, force: true });
  expect(trippedStatements).toEqual([]);
});
beforeEach(() => {
  disk = PLENTY;
});

const send = (kilobytes: number) => upload(Buffer.alloc(kilobytes * KB, 'x'), 'text/plain', 'a.txt');
const storage = async () => (await rig.workspace.dashboard('GET', '/storage')).body;
const gauge = async (name: string) =>
  Number(new RegExp(`^${name} (.*)$`, 'm').exec(await rig.server.container.metrics.text())?.[1]);

/** Attaches all unsent uploads to messages of a customer. */
async function sendUploads(phone: string, ids: readonly string[]) {
  const { body } = await rig.workspace.dashboard('GET', `/conversations?search=${phone}`);
  for (const mediaId of ids) {
    const message = { clientId: crypto.randomUUID(), mediaId };
    const path = `/conversations/${body.data[0].id}/messages`;
    expect((await rig.workspace.dashboard('POST', path, message)).status).toBe(201);
  }
}

it('SEC-09: uploads of a workspace are limited, before and after they are sent, and the count is exact', async () => {
  const phone = '15550190001';
  await rig.hello(phone);
  const answers = await Promise.all([send(400), send(400), send(400), send(400)]);
  const taken = answers.filter(({ status }) => status === 201).map(({ body }) => body.id as string);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 507, 507]);
  expect(answers.find(({ status }) => status === 507)?.body.error).toMatchObject({ code: 'storage_full' });
  expect(await storage()).toEqual({
    usedBytes: 800 * KB,
    limitBytes: 2048 * KB,
    unsentBytes: 800 * KB,
    unsentLimitBytes: 1024 * KB,
    isDiskFull: false,
  });
  await sendUploads(phone, taken);
  const more = [await send(400), await send(400)];
  expect(more.map(({ status }) => status)).toEqual([201, 201]);
  await sendUploads(
    phone,
    more.map(({ body }) => body.id),
  );
  expect(await storage()).toMatchObject({ usedBytes: 1600 * KB, unsentBytes: 0 });
  // The limit of all files.
  const last = await send(500);
  expect([last.status, last.body.error.message]).toEqual([
    507,
    expect.stringContaining('all of its storage'),
  ]);
  expect(await gauge('switchboard_media_bytes')).toBe(1600 * KB);

  const { body } = await rig.workspace.api('GET', `/contacts?search=${phone}`);
  await rig.workspace.api('DELETE', `/contacts/${body.data[0].id}`);
  await eventually(async () => (await storage()).usedBytes === 0);
  expect((await send(500)).status).toBe(201);
  const empty = await upload('', 'text/plain', 'empty.txt');
  expect(empty.status).toBe(400);
  expect(await storage()).toMatchObject({ usedBytes: 500 * KB, unsentBytes: 500 * KB });
});

it('SEC-09: a count that an earlier version did not keep is corrected once a day', async () => {
  const { database, housekeeping } = rig.server.container;
  const set = (values: string) =>
    database.run(`UPDATE media_usage SET ${values} WHERE tenant_id = :tenantId`, {
      tenantId: rig.workspace.scope.key,
    });
  const { usedBytes } = await storage();
  await set('bytes = bytes + 4711, counted_at = NULL');
  await housekeeping.pass();
  expect((await storage()).usedBytes).toBe(usedBytes);
  expect(rig.server.logs.join()).toContain('"difference":-4711');
  await set('bytes = 0');
  await housekeeping.pass();
  expect((await storage()).usedBytes).toBe(0);
  await set('counted_at = counted_at - INTERVAL 25 HOUR');
  await housekeeping.pass();
  expect((await storage()).usedBytes).toBe(usedBytes);
});

it('SEC-09: with an almost full disk files wait, messages arrive, and everything resumes by itself', async () => {
  const { server, workspace, platform } = rig;
  const phone = '15550190002';
  await rig.hello(phone);
  disk = { free: 4 * GB, total: 100 * GB };
  // The guard asks at most once a second.
  const refused = await eventually(async () => {
    const answer = await send(1);
    return answer.status === 507 ? answer : null;
  });
  expect(refused.body.error.code).toBe('storage_full');
  const before = readdirSync(join(folder, 'media', workspace.tenantId));
  const photo = await sampleOnPhone(platform.url, 'photo');
  const wamid = await rig.customer(phone, 'image', { id: photo.id });
  const inbox = async () => (await rig.history(phone)).find((one: Json) => one.platformId === wamid);
  const arrived = await eventually(inbox);
  const postponed = () =>
    server.container.database.select<{ reason: string | null }>(
      'SELECT last_error AS reason FROM media_fetches WHERE tenant_id = :tenantId AND last_error IS NOT NULL',
      { tenantId: workspace.scope.key },
    );
  const [fetch] = await eventually(async () => {
    const rows = await postponed();
    return rows.length > 0 ? rows : null;
  });
  expect(fetch?.reason).toBe('the disk is almost full');
  expect(arrived.media.state).toBe('fetching');
  expect(readdirSync(join(folder, 'media', workspace.tenantId))).toEqual(before);
  expect(await storage()).toMatchObject({ isDiskFull: true });
  expect(await gauge('switchboard_disk_free_bytes')).toBe(4 * GB);

  disk = PLENTY;
  await eventually(async () => !(await storage()).isDiskFull);
  server.passTime(61);
  await eventually(async () => (await inbox())?.media.state === 'ready');
  expect((await send(1)).status).toBe(201);
});

it('SEC-09: the free space of a real disk is read, and a folder that cannot be read does not stop uploads', async () => {
  const { free, total } = await readDiskSpace(folder)();
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(free);
  await expect(readDiskSpace(join(folder, 'missing'))()).rejects.toThrow('ENOENT');
});
