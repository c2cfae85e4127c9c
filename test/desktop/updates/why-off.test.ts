import { describe, expect, it } from 'vitest';
import { whyUpdatesAreOff } from '../../../electron/main/updates/why-off.ts';

const feed =
  'provider: generic\nurl: https://updates.example.com/desktop\nupdaterCacheDirName: switchboard-updater\n';
const appImage = {
  isPackaged: true,
  platform: 'linux',
  appImage: '/home/ana/Switchboard.AppImage',
  feed,
  hasKey: true,
};

describe('updates are', () => {
  it.each([
    appImage,
    { ...appImage, platform: 'win32', appImage: undefined },
    { ...appImage, platform: 'darwin', appImage: undefined, hasKey: false },
    { ...appImage, feed: "url: 'http://127.0.0.1:8080/'" },
  ])('on: %j', (installation) => {
    expect(whyUpdatesAreOff(installation)).toBeNull();
  });

  it.each([
    [{ isPackaged: false }, 'from source'],
    [{ appImage: undefined }, 'package manager'],
    [{ feed: null }, 'without an update address'],
    [{ feed: 'url: http://updates.example.com/' }, 'does not use https'],
    [{ hasKey: false }, 'without the key'],
    [{ feed: 'provider: generic' }, 'does not use https'],
  ])('off with a reason: %j', (difference, words) => {
    expect(whyUpdatesAreOff({ ...appImage, ...difference })).toContain(words);
  });
});
