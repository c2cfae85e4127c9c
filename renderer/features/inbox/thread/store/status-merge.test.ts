import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MessageStatus, STATUS_RANK } from '../../../../../shared/domain/message-status.ts';
import { sampleMessage } from '../../test-samples.ts';
import { mergeMessage, mergeStatus } from './status-merge.ts';

const REPORTS: MessageStatus[] = ['queued', 'sent', 'delivered', 'read', 'failed'];

describe('mergeStatus', () => {
  it('never lowers a status, in any order of reports', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...REPORTS), { minLength: 1, maxLength: 20 }), (reports) => {
        let current: MessageStatus = 'queued';
        for (const report of reports) {
          const next = mergeStatus(current, report, false);
          expect(STATUS_RANK[next]).toBeGreaterThanOrEqual(STATUS_RANK[current]);
          current = next;
        }
        const highest = Math.max(...reports.map((report) => STATUS_RANK[report]), STATUS_RANK.queued);
        expect(STATUS_RANK[current]).toBe(highest);
      }),
    );
  });

  it('lets delivery override a failure, and a failure override sent', () => {
    expect(mergeStatus('sent', 'failed', false)).toBe('failed');
    expect(mergeStatus('failed', 'delivered', false)).toBe('delivered');
  });

  it('returns to queued only when a failed message is retried', () => {
    expect(mergeStatus('failed', 'queued', false)).toBe('failed');
    expect(mergeStatus('failed', 'queued', true)).toBe('queued');
    expect(mergeStatus('delivered', 'queued', true)).toBe('delivered');
  });
});

describe('mergeMessage', () => {
  it('keeps every known time, in any order of reports', () => {
    const reports = [
      sampleMessage({ status: 'sent', sentAt: '2026-01-01T10:00:01.000Z' }),
      sampleMessage({ status: 'delivered', deliveredAt: '2026-01-01T10:00:02.000Z' }),
      sampleMessage({ status: 'read', readAt: '2026-01-01T10:00:03.000Z' }),
    ];
    const orders = fc.shuffledSubarray(reports, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(orders, (order) => {
        const merged = order.reduce((current, next) => mergeMessage(current, next, false), sampleMessage());
        expect(merged).toMatchObject({
          status: 'read',
          sentAt: '2026-01-01T10:00:01.000Z',
          deliveredAt: '2026-01-01T10:00:02.000Z',
          readAt: '2026-01-01T10:00:03.000Z',
        });
      }),
    );
  });

  it('drops the error when the message was delivered in the end', () => {
    const failed = sampleMessage({ status: 'failed', error: { code: '1', message: 'No', details: null } });
    expect(mergeMessage(failed, sampleMessage({ status: 'delivered' }), false).error).toBeNull();
  });

  it('keeps the error of a sent message when an older report arrives late', () => {
    const noted = sampleMessage({
      status: 'sent',
      error: { code: '131047', message: 'Late', details: null },
    });
    expect(mergeMessage(noted, sampleMessage({ status: 'sent' }), false).error?.code).toBe('131047');
  });

  it('starts over on a retry', () => {
    const failed = sampleMessage({ status: 'failed', failedAt: '2026-01-01T10:00:01.000Z' });
    const retried = mergeMessage(failed, sampleMessage({ status: 'queued' }), true);
    expect(retried).toMatchObject({ status: 'queued', failedAt: null, error: null });
  });
});
