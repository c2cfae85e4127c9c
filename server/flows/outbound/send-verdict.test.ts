import { describe, expect, it } from 'vitest';
import { readFault } from '../../platform/graph/graph-fault.ts';
import { judge } from './send-verdict.ts';

const later = (code: number, status = 400, regainMinutes = 0) => ({
  kind: 'later' as const,
  reason: '',
  fault: readFault(status, { error: { code, message: 'x' } }),
  usage: { percent: 1, regainMinutes },
});

describe('what an outcome means', () => {
  it('a pair limit holds up this person alone, longer each time', () => {
    const seconds = [1, 2, 3, 4, 5, 6].map((attempts) => judge(later(131056), attempts).seconds);
    expect(seconds).toEqual([1, 4, 16, 64, 256, 300]);
    expect(judge(later(131056), 1)).toMatchObject({ isDownSign: false, isFree: false });
    expect(judge(later(131056), 1).pause).toBeUndefined();
  });

  it('refused credentials pause the workspace and cost no try', () => {
    for (const code of [0, 10, 190, 250, 368, 131005, 131031])
      expect(judge(later(code, 403), 9)).toMatchObject({ isFree: true, pause: { reason: 'credentials' } });
  });

  it('a call limit pauses for as long as the platform says', () => {
    expect(judge(later(80007, 400, 7), 1).pause).toMatchObject({ reason: 'throttled', seconds: 420 });
    expect(judge(later(4), 1).pause).toMatchObject({ reason: 'throttled', seconds: 60 });
  });

  it('too fast slows down and costs no try', () => {
    expect(judge(later(130429), 1)).toMatchObject({ tooFast: true, isFree: true, isDownSign: false });
    const proxy = { ...later(1), fault: readFault(429, 'slow down') };
    expect(judge(proxy, 1)).toMatchObject({ tooFast: true });
  });

  it('an outage and an unknown outcome are signs, and the unknown waits for a status', () => {
    expect(judge({ kind: 'later', reason: 'ECONNREFUSED', fault: null, usage: null }, 3)).toMatchObject({
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

  it('an error without a reason is ridden out for 15 minutes and much more, and ends the message after a day', () => {
    for (const status of [400, 500]) {
      let seconds = 0;
      let attempts = 0;
      while (seconds < 24 * 3_600 - 300) {
        attempts += 1;
        const verdict = judge(later(1, status), attempts);
        expect(verdict.refuse).toBeUndefined();
        seconds += verdict.seconds;
      }
      expect(judge(later(1, status), 2_880).refuse).toMatchObject({ code: '1' });
    }
  });

  it('an error without a reason is a sign of an outage once for each message', () => {
    expect(judge(later(1), 1)).toMatchObject({ isDownSign: true, isAgain: false });
    expect(judge(later(1), 2)).toMatchObject({ isDownSign: true, isAgain: true });
    expect(judge(later(2, 503), 2)).toMatchObject({ isDownSign: true, isAgain: false });
  });

  it('an error that the platform calls transient is tried again', () => {
    const error = { code: 131026, message: 'x', is_transient: true };
    expect(readFault(400, { error })).toMatchObject({ action: 'retry', code: 131026 });
    expect(readFault(400, { error: { ...error, is_transient: false } })).toMatchObject({ action: 'show' });
    const outcome = { ...later(1), fault: readFault(400, { error }) };
    expect(judge(outcome, 3)).toMatchObject({ seconds: 4 });
    expect(judge(outcome, 2_880).refuse).toMatchObject({ code: '131026' });
  });
});
