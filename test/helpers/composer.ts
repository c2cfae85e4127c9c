import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { bytesOfPhone, sampleOnPhone, uploader } from './media.ts';
import { type Messaging, startMessaging } from './messaging.ts';
import { trippedStatements } from './sql-tripwire.ts';
import type { Answer } from './test-server.ts';

/** Sets up a connected workspace for sending messages, for all tests of a file. */
export function setUpComposer() {
  const folder = mkdtempSync(join(tmpdir(), 'composer-'));
  let messaging: Messaging;
  let upload: Awaited<ReturnType<typeof uploader>>;
  let photo: Buffer;
  beforeAll(async () => {
    messaging = await startMessaging({ DATA_DIR: folder });
    upload = await uploader(messaging.server, messaging.workspace);
    photo = await sample('photo');
  });
  afterAll(async () => {
    await messaging.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(trippedStatements).toEqual([]);
  });

  /** Returns the bytes of one of the sandbox's sample files. */
  async function sample(name: string): Promise<Buffer> {
    const { url } = messaging.platform;
    return bytesOfPhone(url, (await sampleOnPhone(url, name)).id);
  }

  let people = 0;
  /** Creates a customer who has just written, and returns them with their conversation. */
  async function customer() {
    people += 1;
    const phone = `1555018${String(people).padStart(4, '0')}`;
    await messaging.hello(phone);
    const { body } = await messaging.workspace.dashboard('GET', `/conversations?search=${phone}`);
    return { phone, conversation: body.data[0].id as string };
  }
  const post = (conversation: string, body: object): Promise<Answer> =>
    messaging.workspace.dashboard('POST', `/conversations/${conversation}/messages`, {
      clientId: randomUUID(),
      ...body,
    });

  return {
    /** Where the server keeps its data. */
    folder,
    sample,
    customer,
    post,
    upload: (...file: Parameters<typeof upload>) => upload(...file),
    get messaging() {
      return messaging;
    },
    get photo() {
      return photo;
    },
  };
}
