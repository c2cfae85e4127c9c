import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { sampleOnPhone, sha256 } from '../helpers/media.ts';
import { eventually } from '../helpers/platform.ts';
import { bearer, call } from '../helpers/test-server.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';

const maya = '15550177009';
let rig: FaultRig;
beforeEach(async () => {
  rig = await setUpRig();
});

const folder = () => join(rig.dataDir, 'media', rig.workspace.tenantId);
const filesOf = (id: string) => (existsSync(join(folder(), id)) ? readdirSync(join(folder(), id)) : []);

/** Sends a photo from a customer and returns its hash. */
async function photo(): Promise<string> {
  const file = await sampleOnPhone(rig.platform.url, 'photo');
  await rig.platform.control('POST', `/accounts/${demoAccount.phoneNumberId}/chats/${maya}/messages`, {
    type: 'image',
    payload: { id: file.id },
  });
  return file.sha256;
}

type Stored = { media: { id: string; state: string; url: string } | null };
async function mediaOf(): Promise<Stored['media']> {
  const url = `${rig.server.url}/api/v1/messages/${maya}?limit=1`;
  // Before the first message there is no such contact.
  const { data = [] } = (await call(url, { headers: bearer(rig.workspace.apiKey) })).body;
  return data[0]?.media ?? null;
}

describe('kill -9', () => {
  it('in the middle of a download leaves no partial file, and the next start completes it', async () => {
    await rig.platform.configure({ nextDownloads: ['slow', 'slow'] });
    const hash = await photo();
    for (let kill = 0; kill < 2; kill += 1) {
      const id = await eventually(async () => {
        const media = await mediaOf();
        return media && filesOf(media.id).length > 0 && media.id;
      }, 20_000);
      await rig.server.kill();
      expect(filesOf(id)).toHaveLength(1);
      await rig.server.start();
      const media = await mediaOf();
      expect(media).toMatchObject({ state: 'fetching', url: null });
    }
    const media = await eventually(async () => {
      const now = await mediaOf();
      return now?.state === 'ready' && now;
    }, 30_000);
    const answer = await fetch(rig.server.url + media.url, { headers: bearer(rig.workspace.apiKey) });
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(hash);
    // The photo and its thumbnail; nothing is left of the failed attempts.
    expect(filesOf(media.id)).toHaveLength(2);
  }, 90_000);

  it('in the middle of an upload leaves nothing that housekeeping does not delete', async () => {
    const signedIn = await call(`${rig.server.url}/api/dashboard/session`, {
      method: 'POST',
      body: { email: 'owner@example.test', password: 'correct horse battery' },
    });
    const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '';
    const sending = request(`${rig.server.url}/api/dashboard/media-uploads?filename=a.mp4`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'video/mp4', 'content-length': 8_000_000 },
    });
    sending.on('error', () => undefined);
    sending.write(Buffer.alloc(2_000_000));
    const [id] = await eventually(async () => {
      const ids = existsSync(folder()) ? readdirSync(folder()) : [];
      return ids.some((one) => filesOf(one).length > 0) && ids;
    });
    await rig.server.kill();
    sending.destroy();
    expect(filesOf(id ?? '')).toHaveLength(1);
    await rig.database.run('UPDATE media SET created_at = created_at - INTERVAL 2 DAY WHERE tenant_id = :t', {
      t: rig.workspace.tenantKey,
    });
    await rig.server.start();
    await eventually(async () => readdirSync(folder()).length === 0);
    await eventually(async () => {
      const sql = 'SELECT id FROM media WHERE tenant_id = :t';
      return (await rig.database.select(sql, { t: rig.workspace.tenantKey })).length === 0;
    });
  }, 60_000);
});

it('a file waits while the platform rejects the token, and is downloaded afterwards', async () => {
  await rig.platform.configure({ nextDownloads: [503] });
  await photo();
  await eventually(async () => (await mediaOf())?.state === 'fetching');
  await rig.platform.configure({ tokenExpired: true });
  await sleep(2_500);
  expect(await mediaOf()).toMatchObject({ state: 'fetching' });
  await rig.platform.configure({ tokenExpired: false });
  await eventually(async () => (await mediaOf())?.state === 'ready', 30_000);
}, 60_000);
