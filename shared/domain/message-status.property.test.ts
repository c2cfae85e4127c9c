import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { climbs, type MessageStatus, STATUS_RANK } from './message-status.ts';

const REPORTED = ['sent', 'delivered', 'read', 'failed'] as const satisfies readonly MessageStatus[];
const reports = fc.array(fc.constantFrom(...REPORTED), { maxLength: 12 });

/** Returns a message's status after these reports, in this order. */
function outcomeOf(reports: readonly MessageStatus[]): MessageStatus {
  return reports.reduce<MessageStatus>((current, next) => (climbs(current, next) ? next : current), 'queued');
}

/** Generates reports, and the same reports shuffled and with repetitions. */
const reportsTwice = reports.chain((reports) =>
  fc.record({
    first: fc.constant(reports),
    second: fc
      .tuple(
        fc.shuffledSubarray(reports, { minLength: reports.length }),
        fc.array(fc.constantFrom(...(reports.length > 0 ? reports : REPORTED)), {
          maxLength: reports.length,
        }),
      )
      .chain(([all, again]) =>
        fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length }),
      ),
  }),
);

describe('the status ladder', () => {
  it('ends at the same rank in any order and with any repetition', () => {
    fc.assert(
      fc.property(reportsTwice, ({ first, second }) => {
        expect(outcomeOf(second)).toBe(outcomeOf(first));
      }),
    );
  });

  it('never decreases with any report', () => {
    fc.assert(
      fc.property(reports, fc.constantFrom(...REPORTED), (reports, next) => {
        expect(STATUS_RANK[outcomeOf([...reports, next])]).toBeGreaterThanOrEqual(
          STATUS_RANK[outcomeOf(reports)],
        );
      }),
    );
  });

  it('ends delivered or read when either was ever reported, regardless of failures', () => {
    fc.assert(
      fc.property(reports, (reports) => {
        const outcome = outcomeOf(reports);
        if (reports.includes('read')) expect(outcome).toBe('read');
        else if (reports.includes('delivered')) expect(outcome).toBe('delivered');
        else if (reports.includes('failed')) expect(outcome).toBe('failed');
      }),
    );
  });

  it('never changes the status of an inbound message', () => {
    for (const next of REPORTED) expect(climbs('received', next)).toBe(false);
  });
});
