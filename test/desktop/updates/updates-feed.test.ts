import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import updaterModule from 'electron-updater';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptOnlySigned } from '../../../electron/main/updates/signed-provider.ts';
import { adaptUpdater } from '../../../electron/main/updates/updater.ts';
import { createUpdates, type Updates } from '../../../electron/main/updates/updates.ts';
import { installedAppImage, standInForElectron } from './electron-for-updater.ts';
import { serveFeed } from './feed.ts';

interface Signing {
  signRelease(text: string, keys: readonly KeyObject[]): string;
}
const signingModule = pathToFileURL('scripts/desktop/update-signing.mjs').href;
const { signRelease } = (await import(signingModule)) as Signing;
const newKey = () => generateKeyPairSync('ed25519').privateKey;
const key = newKey();

let feed: Awaited<ReturnType<typeof serveFeed>>;
let computer: ReturnType<typeof installedAppImage>;
let updates: Updates;
let percents: number[];
let quits: number;

beforeEach(async () => {
  feed = await serveFeed((text) => signRelease(text, [key]));
  computer = installedAppImage(feed.url);
  quits = 0;
  percents = [];
  vi.stubEnv('APPIMAGE', computer.appImage);
  vi.stubEnv('XDG_CACHE_HOME', computer.cache);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  Object.assign(process, { resourcesPath: computer.resources });
  standInForElectron(computer.folder, () => {
    quits += 1;
  });
  updates = createUpdates({
    app: { version: '1.0.0', whyOff: null },
    updater: async () => {
      const updater = new updaterModule.AppImageUpdater();
      acceptOnlySigned(updater, feed.url, createPublicKey(key));
      return adaptUpdater(updater);
    },
    onChange: ({ phase }) => {
      if (phase.kind === 'downloading') percents.push(phase.percent);
    },
  });
});
afterEach(() => {
  updates.stop();
  feed.close();
  rmSync(computer.folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function settled() {
  await updates.check();
  await vi.waitFor(() => expect(updates.state().phase.kind).not.toBe('downloading'), { timeout: 5_000 });
  return updates.state().phase;
}

/** Returns the downloaded files that wait to be installed. */
function pending(): string[] {
  const folder = join(computer.cache, 'switchboard-updater/pending');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.includes('AppImage')) : [];
}

// The AppImage is the only installer whose updater can be tested here.
describe.runIf(process.platform === 'linux')('electron-updater with a real feed', () => {
  it('downloads a newer version completely', async () => {
    const content = 'version 1.1.0 '.repeat(200_000);
    feed.publish({ version: '1.1.0', content });
    expect(await settled()).toEqual({ kind: 'ready', version: '1.1.0' });
    const [file] = pending();
    expect(readFileSync(join(computer.cache, 'switchboard-updater/pending', String(file)), 'utf8')).toBe(
      content,
    );
    expect(percents.at(-1)).toBe(100);
    expect(readFileSync(computer.appImage, 'utf8')).toBe('version 1.0.0');
  });

  it('replaces the old version, starts the new one and quits the app on install', async () => {
    const marker = join(computer.folder, 'marker');
    feed.publish({ version: '1.1.0', content: `#!/bin/sh\necho started > '${marker}'\n` });
    await settled();
    updates.install();
    await vi.waitFor(() => expect(existsSync(marker)).toBe(true), { timeout: 5_000 });
    await vi.waitFor(() => expect(quits).toBe(1));
    expect(readFileSync(computer.appImage, 'utf8')).toContain('echo started');
  });

  it.each([
    [
      'another content’s checksum',
      Buffer.alloc(64).toString('base64'),
      'The downloaded update was damaged, so it was deleted.',
    ],
    ['no checksum', '', 'The update has no checksum, so it was rejected.'],
  ])('rejects a file with %s and deletes it', async (_name, sha512, message) => {
    feed.publish({ version: '1.1.0', content: 'something else', claims: { sha512 } });
    expect(await settled()).toMatchObject({ kind: 'failed', message });
    // The library reports the error before it deletes the file.
    await vi.waitFor(() => expect(pending()).toEqual([]), { timeout: 5_000 });
    updates.install();
    expect(readFileSync(computer.appImage, 'utf8')).toBe('version 1.0.0');
  });

  it.each<[string, (text: string) => string]>([
    ['no signature', (text) => text],
    ['a signature of another key', (text) => signRelease(text, [newKey()])],
    ['a change after the signature', (text) => signRelease(text, [key]).replace(/size: \d+/, 'size: 1')],
    ['text after the signature', (text) => `${signRelease(text, [key])}path: other.AppImage\n`],
    ['the signature of another release', (text) => `${text}${signRelease('x', [key]).slice(2)}`],
  ])('rejects a release with %s, and downloads nothing', async (_name, signed) => {
    feed.publish({ version: '1.1.0', content: 'something else', signed });
    expect(await settled()).toMatchObject({
      kind: 'failed',
      message: 'The update is not signed by the publisher of this app, so it was rejected.',
    });
    expect(feed.requested).toEqual(['/latest-linux.yml']);
  });

  it('accepts a release that is also signed with the next key', async () => {
    feed.publish({ version: '1.1.0', content: 'new', signed: (text) => signRelease(text, [newKey(), key]) });
    expect((await settled()).kind).toBe('ready');
  });

  it.each(['0.9.0', '1.0.0', '1.0.0-beta.1'])('ignores versions that are not newer: %s', async (version) => {
    feed.publish({ version, content: 'old' });
    expect(await settled()).toMatchObject({ kind: 'idle' });
    expect(feed.requested).toEqual(['/latest-linux.yml']);
  });

  it.each([
    [0, 'idle'],
    [100, 'ready'],
  ])('respects the percentage of a staged rollout: %i', async (stagingPercentage, kind) => {
    feed.publish({ version: '1.1.0', content: 'new', claims: { stagingPercentage } });
    expect((await settled()).kind).toBe(kind);
  });

  it('reports a feed without a release for this system', async () => {
    expect(await settled()).toMatchObject({ message: 'The update server has no release for this system.' });
  });

  it('checks a feed again after a failure', async () => {
    expect((await settled()).kind).toBe('failed');
    feed.publish({ version: '1.1.0', content: 'new' });
    expect((await settled()).kind).toBe('ready');
  });
});
