import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleOnPhone, sendFromPhone, whenMedia } from '../helpers/media.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';

// A 429 or 503 of the platform with Retry-After: nothing is tried again before that time.

const ASKED_SECONDS = 120;

let rig: Messaging;
beforeAll(async () => {
  rig = await startMessaging();
  await eventually(async () => (await templateSync()).syncedAt !== null);
});
afterAll(async () => {
  await rig.stop();
  expect(trippedStatements).toEqual([]);
});
beforeEach(() => rig.platform.configure({ retryAfterSeconds: ASKED_SECONDS, answerErrorRate: 0 }));

const templateSync = async (): Promise<Json> => (await rig.workspace.dashboard('GET', '/template-sync')).body;

/** Waits until the workspace's only entry of a queue is due again in about the time that was asked for. */
async function untilPostponed(table: 'outbound_sends' | 'media_fetches' | 'template_syncs'): Promise<void> {
  await eventually(async () => {
    const [row] = await rig.server.container.database.select<{ seconds: number }>(
      `SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), visible_at) AS seconds FROM ${table}
       WHERE tenant_id = :tenantId AND lease_token IS NULL`,
      { tenantId: rig.workspace.scope.key },
    );
    const seconds = Number(row?.seconds);
    return seconds > ASKED_SECONDS - 20 && seconds <= ASKED_SECONDS;
  });
}

describe('a send', () => {
  it.each([
    [429, 130429],
    [503, 131016],
  ])('that gets a %i waits as long as the platform asks', async (http, code) => {
    const phone = `1555017${code}`.slice(0, 11);
    await rig.hello(phone);
    await rig.platform.configure({ nextSends: [{ code, http }] });
    const { body } = await rig.send({ contactId: phone, type: 'text', content: 'hi' });
    expect(body).toMatchObject({ status: 'queued', error: null });
    await untilPostponed('outbound_sends');
    rig.server.passTime(ASKED_SECONDS - 30);
    await untilQuiet();
    expect(await rig.callsOf(body.id), 'not before that time').toHaveLength(1);
    rig.server.passTime(31);
    await eventually(async () => (await rig.message(phone, body.id))?.status === 'delivered');
    expect(await rig.callsOf(body.id)).toHaveLength(2);
  });
});

it.each<[string, object]>([
  ['the description', { answerErrorRate: 1 }],
  ['the download', { nextDownloads: [503] }],
])('a file waits as long as the answer to %s asks', async (what, failure) => {
  const phone = what === 'the download' ? '15550173101' : '15550173102';
  const file = await sampleOnPhone(rig.platform.url, 'photo');
  await rig.platform.configure(failure);
  const { id } = await sendFromPhone(rig, phone, file);
  await whenMedia(rig, phone, id, 'fetching');
  await untilPostponed('media_fetches');
  await rig.platform.configure({ answerErrorRate: 0 });
  rig.server.passTime(ASKED_SECONDS + 1);
  const { media } = await whenMedia(rig, phone, id, 'ready', 'failed', 'expired');
  expect(media.state).toBe('ready');
});

it('the fetch of the templates waits as long as the platform asks', async () => {
  await rig.platform.configure({ answerErrorRate: 1 });
  rig.server.passTime(60);
  await rig.workspace.dashboard('POST', '/template-sync');
  await eventually(async () => (await templateSync()).problem !== null);
  await untilPostponed('template_syncs');
  await rig.platform.configure({ answerErrorRate: 0 });
  rig.server.passTime(ASKED_SECONDS + 1);
  await eventually(async () => (await templateSync()).problem === null);
});

/** Lets the workers look for work a few times. */
async function untilQuiet(): Promise<void> {
  for (let look = 0; look < 5; look += 1) {
    rig.server.wake();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
