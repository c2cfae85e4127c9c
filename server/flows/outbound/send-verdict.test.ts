import { describe, expect, it } from 'vitest';
import { unexplainedTries } from '../../platform/graph/graph-errors.ts';
import { readPlatformError } from '../../platform/graph/platform-error.ts';
import { judge as judgeOutcome } from './send-verdict.ts';

const TRIES = unexplainedTries(24);
const judge = (outcome: Parameters<typeof judgeOutcome>[0], attempts: number, isUpload = false) =>
  judgeOutcome(outcome, { attempts, isUpload }, TRIES);

const later = (code: number, status = 400, regainMinutes = 0, retryAfter: number | null = null) => ({
  kind: 'later' as const,
  reason: '',
  fault: readPlatformError(status, { error: { code, message: 'x' } }, retryAfter),
  usage: { percent: 1, regainMinutes },
});

const unreachable = { kind: 'later' as const, reason: 'ECONNREFUSED', fault: null, usage: null };

describe('the verdict on a send outcome', () => {
  it('a pair limit delays only messages to this person, longer each time', () => {
    const seconds = [1, 2, 3, 4, 5, 6].map((attempts) => judge(later(131056), attempts).seconds);
    expect(seconds).toEqual([1, 4, 16, 64, 256, 300]);
    expect(judge(later(131056), 1)).toMatchObject({ isDownSign: false, isFree: false });
    expect(judge(later(131056), 1).pause).toBeUndefined();
  });

  it('rejected credentials pause the workspace and do not count as an attempt', () => {
    for (const code of [0, 10, 190, 250, 368, 131005, 131031])
      expect(judge(later(code, 403), 9)).toMatchObject({ isFree: true, pause: { reason: 'credentials' } });
  });

  it('a call limit pauses for as long as the platform specifies', () => {
    expect(judge(later(80007, 400, 7), 1).pause).toMatchObject({ reason: 'throttled', seconds: 420 });
    expect(judge(later(4), 1).pause).toMatchObject({ reason: 'throttled', seconds: 60 });
  });

  it('a rate limit slows down and does not count as an attempt', () => {
    expect(judge(later(130429), 1)).toMatchObject({ tooFast: true, isFree: true, isDownSign: false });
    const proxy = { ...later(1), fault: readPlatformError(429, 'slow down') };
    expect(judge(proxy, 1)).toMatchObject({ tooFast: true });
  });

  it('the time that a 429 or 503 asks for is the least until the next try', () => {
    const asking = (code: number, status: number, seconds: number) => later(code, status, 0, seconds);
    expect(judge(asking(130429, 429, 45), 1)).toMatchObject({ seconds: 45, tooFast: true, isFree: true });
    expect(judge(asking(2, 503, 45), 1)).toMatchObject({ seconds: 45, isDownSign: true, isAsked: true });
    expect(judge(asking(2, 503, 2), 5)).toMatchObject({ seconds: 16 });
    expect(judge(asking(80007, 429, 200), 1).pause).toMatchObject({ seconds: 200 });
  });

  it('an upload that fails is a sign of an outage at its first try: after that, its file may be the cause', () => {
    for (const outcome of [unreachable, later(131016, 503)]) {
      expect(judge(outcome, 1, true)).toMatchObject({ isDownSign: true, isAgain: false });
      expect(judge(outcome, 2, true)).toMatchObject({ isDownSign: true, isAgain: true });
      expect(judge(outcome, 2)).toMatchObject({ isDownSign: true, isAgain: false });
    }
  });

  it('an outage and an unknown outcome are outage signs, and an unknown outcome waits for a status', () => {
    expect(judge(unreachable, 3)).toMatchObject({
      isDownSign: true,
      seconds: 4,
    });
    expect(judge(later(131016, 503), 50)).toMatchObject({ isDownSign: true, seconds: 30 });
    expect(judge({ kind: 'unknown', reason: 'socket closed' }, 1)).toMatchObject({
      isUnknown: true,
      seconds: 60,
      isDownSign: true,
    });
  });

  it('an unexplained error is retried for about a day, and then the message fails before it expires', () => {
    for (const status of [400, 500]) {
      let seconds = 0;
      let attempts = 0;
      while (attempts < TRIES - 1) {
        attempts += 1;
        const verdict = judge(later(1, status), attempts);
        expect(verdict.refuse).toBeUndefined();
        // The next look at the queue and the response take about a second.
        seconds += verdict.seconds + 1;
      }
      expect(judge(later(1, status), TRIES).refuse).toMatchObject({ code: '1' });
      // Before the message expires, which would replace the platform's words.
      expect(seconds).toBeGreaterThan(22 * 3_600);
      expect(seconds).toBeLessThan(24 * 3_600);
    }
  });

  it('an unexplained error is an outage sign once per message', () => {
    expect(judge(later(1), 1)).toMatchObject({ isDownSign: true, isAgain: false });
    expect(judge(later(1), 2)).toMatchObject({ isDownSign: true, isAgain: true });
    expect(judge(later(2, 503), 2)).toMatchObject({ isDownSign: true, isAgain: false });
  });

  it('an error that the platform marks as transient is retried', () => {
    const error = { code: 131026, message: 'x', is_transient: true };
    expect(readPlatformError(400, { error })).toMatchObject({ action: 'retry', code: 131026 });
    expect(readPlatformError(400, { error: { ...error, is_transient: false } })).toMatchObject({
      action: 'show',
    });
    const outcome = { ...later(1), fault: readPlatformError(400, { error }) };
    expect(judge(outcome, 3)).toMatchObject({ seconds: 4 });
    expect(judge(outcome, TRIES).refuse).toMatchObject({ code: '131026' });
  });
});
