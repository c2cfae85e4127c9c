import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUpdates, type Updater } from '../../../electron/main/updates/updates.ts';
import { type UpdateState, UpdateStateSchema } from '../../../shared/ipc/shapes.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Returns what a test sets. By default there is no update. */
class FakeUpdater implements Updater {
  finds: Array<() => Promise<string | null>> = [];
  found = 0;
  installed = 0;
  percent: (percent: number) => void = () => undefined;
  finish: () => void = () => undefined;
  breakOff: (error: Error) => void = () => undefined;
  emitError: (error: Error) => void = () => undefined;

  find(): Promise<string | null> {
    this.found += 1;
    return (this.finds.shift() ?? (() => Promise.resolve(null)))();
  }
  download(onPercent: (percent: number) => void): Promise<void> {
    this.percent = onPercent;
    return new Promise((resolve, reject) => {
      this.finish = resolve;
      this.breakOff = reject;
    });
  }
  install(): void {
    this.installed += 1;
  }
  onError(listener: (error: Error) => void): void {
    this.emitError = listener;
  }
}

let fake: FakeUpdater;
let states: UpdateState[];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T08:00:00Z') });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  fake = new FakeUpdater();
  states = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function updatesOf({ whyOff = null, open = async () => fake as Updater } = {}) {
  return createUpdates({
    app: { version: '1.0.0', whyOff },
    updater: open,
    onChange: (state) => states.push(UpdateStateSchema.parse(state)),
  });
}

const kinds = () => states.map((state) => state.phase.kind);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('checking for updates', () => {
  it('starts ten seconds after startup and repeats every four hours', async () => {
    const open = vi.fn(async () => fake);
    const updates = updatesOf({ open });
    updates.start();
    await wait(9.9 * SECOND);
    expect(open).not.toHaveBeenCalled();
    await wait(SECOND);
    expect(fake.found).toBe(1);
    expect(updates.state().phase).toEqual({ kind: 'idle', checkedAt: '2026-03-01T08:00:10.000Z' });
    await wait(4 * HOUR);
    expect(fake.found).toBe(2);
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('ends with the app', async () => {
    const updates = updatesOf();
    updates.start();
    updates.stop();
    await wait(24 * HOUR);
    expect(fake.found).toBe(0);
  });

  it('does not start when updates are off, and reports why', async () => {
    const updates = updatesOf({ whyOff: 'This copy runs from source.' as never });
    updates.start();
    await wait(24 * HOUR);
    expect(await updates.check()).toEqual({
      running: '1.0.0',
      phase: { kind: 'off', reason: 'This copy runs from source.' },
    });
    expect(fake.found).toBe(0);
  });

  it('starts immediately on request, once for several requests', async () => {
    const updates = updatesOf();
    let resolveFind: (version: null) => void = () => undefined;
    fake.finds.push(() => new Promise((resolve) => (resolveFind = resolve)));
    const first = updates.check();
    expect((await updates.check()).phase.kind).toBe('checking');
    await wait(0);
    resolveFind(null);
    expect((await first).phase.kind).toBe('idle');
    expect(fake.found).toBe(1);
  });
});

describe('an update', () => {
  it('is downloaded in the background, reports whole percents, and waits for a restart', async () => {
    const updates = updatesOf();
    fake.finds.push(async () => '1.1.0');
    expect((await updates.check()).phase).toEqual({ kind: 'downloading', version: '1.1.0', percent: 0 });
    for (const percent of [0.4, 12.2, 12.9, 99.9]) fake.percent(percent);
    fake.finish();
    await wait(0);
    expect(states.map(({ phase }) => (phase.kind === 'downloading' ? phase.percent : phase.kind))).toEqual([
      'checking',
      0,
      12,
      99,
      'ready',
    ]);
    expect(updates.state()).toEqual({ running: '1.0.0', phase: { kind: 'ready', version: '1.1.0' } });
    expect(fake.installed).toBe(0);
    updates.install();
    expect(fake.installed).toBe(1);
  });

  it('is not installed before it is downloaded', async () => {
    const updates = updatesOf();
    updates.install();
    fake.finds.push(async () => '1.1.0');
    await updates.check();
    updates.install();
    expect(fake.installed).toBe(0);
  });

  it('that is ready stops further checks', async () => {
    const updates = updatesOf();
    updates.start();
    fake.finds.push(async () => '1.1.0');
    await wait(10 * SECOND);
    fake.finish();
    await wait(24 * HOUR);
    await updates.check();
    expect(fake.found).toBe(1);
    expect(updates.state().phase.kind).toBe('ready');
  });

  it('whose installer does not start is reported with a message', async () => {
    const updates = updatesOf();
    fake.finds.push(async () => '1.1.0');
    await updates.check();
    fake.finish();
    await wait(0);
    updates.install();
    fake.emitError(Object.assign(new Error('spawn /opt/x EACCES'), { code: 'EACCES' }));
    expect(updates.state().phase).toMatchObject({
      kind: 'failed',
      message: 'The app cannot write to its own folder, so it cannot update itself.',
    });
  });
});

describe('a failure', () => {
  it.each([
    [new Error('net::ERR_INTERNET_DISCONNECTED'), 'The update server could not be reached.'],
    [new Error('net::ERR_CERT_AUTHORITY_INVALID'), 'The update server’s certificate is not trusted.'],
    [
      Object.assign(new Error('503 Service\nHeaders: {"a":"secret"}'), { code: 'HTTP_ERROR_503' }),
      'The update server returned an error.',
    ],
    [
      Object.assign(new Error('sha512 checksum mismatch'), { code: 'ERR_CHECKSUM_MISMATCH' }),
      'The downloaded update was damaged, so it was deleted.',
    ],
    ['nonsense', 'The update failed.'],
  ])('has a readable message: %s', async (error, message) => {
    const updates = updatesOf();
    fake.finds.push(() => Promise.reject(error));
    const { phase } = await updates.check();
    expect(phase).toEqual({ kind: 'failed', message, checkedAt: '2026-03-01T08:00:00.000Z' });
  });

  it('is followed by a new check after half an hour', async () => {
    const updates = updatesOf();
    updates.start();
    fake.finds.push(() => Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED')));
    await wait(10 * SECOND);
    expect(updates.state().phase.kind).toBe('failed');
    await wait(30 * MINUTE);
    expect(kinds()).toEqual(['checking', 'failed', 'checking', 'idle']);
  });

  it('to load the updater is reported too', async () => {
    const updates = updatesOf({ open: () => Promise.reject(new Error('cannot load')) });
    updates.start();
    await wait(10 * SECOND);
    expect(updates.state().phase.kind).toBe('failed');
  });

  it('during a download leaves nothing to install', async () => {
    const updates = updatesOf();
    fake.finds.push(async () => '1.1.0');
    await updates.check();
    fake.percent(50);
    fake.breakOff(new Error('net::ERR_CONNECTION_RESET'));
    await wait(0);
    expect(updates.state().phase).toMatchObject({ kind: 'failed' });
    updates.install();
    expect(fake.installed).toBe(0);
  });

  it('is reported when a server never responds', async () => {
    const updates = updatesOf();
    fake.finds.push(() => new Promise(() => undefined));
    void updates.check();
    await wait(MINUTE);
    expect(updates.state().phase).toMatchObject({ message: 'The update server could not be reached.' });
  });

  it('is reported when a download stalls, and its later progress is ignored', async () => {
    const updates = updatesOf();
    fake.finds.push(async () => '1.1.0');
    await updates.check();
    await wait(4 * MINUTE);
    fake.percent(10);
    await wait(4 * MINUTE);
    expect(updates.state().phase.kind).toBe('downloading');
    await wait(MINUTE);
    expect(updates.state().phase.kind).toBe('failed');
    fake.percent(60);
    expect(updates.state().phase.kind).toBe('failed');
  });
});
