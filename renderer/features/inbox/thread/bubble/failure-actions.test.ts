import { expect, it } from 'vitest';
import { PLATFORM_ERRORS } from '../../../../../shared/domain/reasons/platform-errors.ts';
import { sampleMessage } from '../../test-samples.ts';
import { failureAction, failureDetails, isRetryable } from './failure-actions.ts';

const failed = (code: string) =>
  sampleMessage({ status: 'failed', error: { code, message: 'It failed', details: 'Because' } });

it('offers what can help with an error, and no other try where that cannot help', () => {
  expect(failureAction(failed('131026'))).toBe('number');
  expect(failureAction(failed('131047'))).toBe('template');
  expect(failureAction(failed('132001'))).toBe('template');
  expect(failureAction(failed('131049'))).toBeNull();
  for (const code of ['131016', '130429', 'send_expired', '999999', ''])
    expect(failureAction(failed(code))).toBe('retry');
  expect(failureAction({ ...failed('131026'), status: 'delivered' })).toBeNull();
});

it('offers no other try for errors whose sentence says that it does not help', () => {
  for (const [code, sentence] of Object.entries(PLATFORM_ERRORS))
    if (/Resending will not help|opted out|Choose another recipient/.test(sentence))
      expect(failureAction(failed(code)), code).not.toBe('retry');
    else if (/Send it again\./.test(sentence)) expect(failureAction(failed(code)), code).toBe('retry');
});

it('offers another try after the number was corrected, and none where a template is needed', () => {
  expect(isRetryable(failed('131026'))).toBe(true);
  expect(isRetryable(failed('131016'))).toBe(true);
  expect(isRetryable(failed('131047'))).toBe(false);
  expect(isRetryable(failed('131049'))).toBe(false);
});

it('copies what finds the message again', () => {
  const message = {
    ...failed('131026'),
    id: 'msg_1',
    platformId: 'wamid.1',
    failedAt: '2026-01-01T10:00:00.000Z',
  };
  expect(failureDetails(message)).toBe(
    '131026: It failed\nBecause\n2026-01-01T10:00:00.000Z\nmsg_1\nwamid.1',
  );
});
