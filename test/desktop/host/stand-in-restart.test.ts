import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FixtureApp, startFixtureApp } from './fixture/fixture-app.ts';
import { until } from './until.ts';

let fixture: FixtureApp;

beforeAll(async () => {
  fixture = await startFixtureApp();
});
afterAll(() => fixture?.close());

const kept = () => fixture.page.evaluate(() => localStorage.getItem('kept'));

it('notifies the first instance of a second one', async () => {
  const { app, seen } = fixture;
  expect(await app.secondInstance(['app-link'])).toBe(7);
  await until('main has received the event', async () => (await seen()).instances[0]);
  expect((await seen()).instances).toEqual([['app-link']]);
});

it('keeps the storage of pages and secrets when the app restarts', async () => {
  const { app, page } = fixture;
  const secret = await app.evaluate(async ({ safeStorage }) => [
    ...(await safeStorage.encryptStringAsync('a secret')),
  ]);
  expect(Buffer.from(secret).toString()).not.toContain('secret');
  await page.evaluate(() => localStorage.setItem('kept', 'yes'));
  await app.clickTray(['Quit']);
  expect(await app.ended()).toBe(0);
  await fixture.launch();
  expect(await kept()).toBe('yes');
  const decrypted = await fixture.app.evaluate(
    ({ safeStorage }, bytes) => safeStorage.decryptStringAsync(Buffer.from(bytes)),
    secret,
  );
  expect(decrypted.result).toBe('a secret');
});

it('keeps storage after a kill, and clears what main clears', async () => {
  await fixture.app.kill();
  await fixture.launch();
  const clear = () =>
    fixture.app.evaluate(({ session }) => session.fromPartition('persist:fixture').clearStorageData());
  expect(await kept()).toBe('yes');
  await clear();
  expect(await kept()).toBeNull();
  await fixture.page.evaluate(() => localStorage.setItem('kept', 'again'));
  // Without an open page, the whole partition is deleted.
  await fixture.app.evaluate(() => globalThis.view.webContents.close());
  await clear();
  await fixture.app.quit();
  await fixture.launch();
  expect(await kept()).toBeNull();
});

it('rejects when main fails, instead of waiting', async () => {
  await fixture.app.quit();
  await expect(fixture.launch({ FIXTURE_FAILS: 'yes' })).rejects.toThrow('the fixture is set to fail');
});
