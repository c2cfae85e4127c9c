import { describe, expect, it } from 'vitest';
import { createSendPace } from './send-pace.ts';

function createFixture(perSecond = 80) {
  let now = 0;
  let servers = 1;
  const pace = createSendPace(
    () => perSecond / servers,
    () => now,
  );
  const pass = (ms: number) => {
    now += ms;
  };
  /** Sends whatever is allowed, in steps of 10 ms; returns the number of sends. */
  const sendFor = (ms: number) => {
    let sent = 0;
    for (let at = 0; at < ms; at += 10) {
      pass(10);
      for (let left = pace.allowance('lane'); left > 0; left -= 1) {
        pace.spend('lane', `person ${sent}`);
        sent += 1;
      }
    }
    return sent;
  };
  const shareWith = (others: number) => {
    servers = 1 + others;
  };
  return { pace, pass, sendFor, shareWith };
}

describe('the pace of a workspace', () => {
  it('is at most its rate plus a short burst', () => {
    const { sendFor, pass } = createFixture();
    expect(sendFor(10_000)).toBeLessThanOrEqual(820);
    pass(60_000);
    expect(sendFor(1_000)).toBeLessThanOrEqual(101);
    expect(sendFor(1_000)).toBeGreaterThanOrEqual(79);
  });

  it('halves once for concurrent rejections of the platform, and recovers', () => {
    const { pace, sendFor, pass } = createFixture();
    for (let count = 0; count < 20; count += 1) pace.tooFast('lane');
    expect(pace.rate('lane')).toBe(40);
    pass(1_100);
    pace.tooFast('lane');
    expect(sendFor(1_000)).toBeLessThan(30);
    pass(60_000);
    expect(pace.rate('lane')).toBe(80);
  });

  it('falls as the quota is used up, from 80% on, but never to zero', () => {
    const { pace } = createFixture();
    const at = (percent: number) => {
      pace.noteUsage('lane', { percent, regainMinutes: 0 });
      return pace.rate('lane');
    };
    expect(at(79)).toBe(80);
    expect(at(90)).toBe(40);
    expect(at(150)).toBe(1);
    pace.noteUsage('lane', null);
    expect(pace.rate('lane')).toBe(1);
  });

  it('is shared with other servers, and whole again a few seconds after they have ended', () => {
    const { pace, pass, sendFor, shareWith } = createFixture();
    shareWith(2);
    sendFor(1_000);
    const sent = sendFor(3_000);
    expect([sent >= 79, sent <= 81]).toEqual([true, true]);
    shareWith(0);
    expect(pace.rate('lane')).toBeCloseTo(80 / 3, 0);
    pass(15_000);
    expect(pace.rate('lane')).toBe(80);
  });

  it('is separate for each workspace', () => {
    const { pace } = createFixture();
    pace.tooFast('another');
    expect(pace.rate('lane')).toBe(80);
  });
});

describe('the pace to one person', () => {
  it('is unlimited until the platform reports its limit, which then applies', () => {
    const { pace, pass } = createFixture(1_000_000);
    for (let count = 0; count < 100; count += 1) pace.spend('lane', 'maya');
    expect(pace.waitFor('lane', 'maya')).toBe(0);
    pace.pairLimited('lane', 'maya');
    expect(pace.waitFor('lane', 'maya')).toBe(1_000);
    expect(pace.waitFor('lane', 'ren')).toBe(0);
    expect(pace.waitFor('another lane', 'maya')).toBe(0);
    pass(1_000);
    expect(pace.waitFor('lane', 'maya')).toBe(0);
    pace.spend('lane', 'maya');
    expect(pace.waitFor('lane', 'maya')).toBe(6_000);
  });

  it('allows a burst of 45', () => {
    const { pace } = createFixture(1_000_000);
    pace.pairLimited('lane', 'someone else');
    for (let count = 0; count < 45; count += 1) {
      expect(pace.waitFor('lane', 'maya')).toBe(0);
      pace.spend('lane', 'maya');
    }
    expect(pace.waitFor('lane', 'maya')).toBeGreaterThan(5_000);
  });
});
