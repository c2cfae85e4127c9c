import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { climbs, type MessageStatus, STATUS_RANK } from './message-status.ts';

const REPORTED = ['sent', 'delivered', 'read', 'failed'] as const satisfies readonly MessageStatus[];
const reports = fc.array(fc.constantFrom(...REPORTED), { maxLength: 12 });

/** What a message is after these reports, in this order. */
function outcomeOf(reports: readonly MessageStatus[]): MessageStatus {
  return reports.reduce<MessageStatus>((current, next) => (climbs(current, next) ? next : current), 'queued');
}

/** Some reports, and the same ones shuffled and repeated. */
const twoTellings = reports.chain((reports) =>
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
  it('ends on the same rung in any order and with any repetition', () => {
    fc.assert(
      fc.property(twoTellings, ({ first, second }) => {
        expect(outcomeOf(second)).toBe(outcomeOf(first));
      }),
    );
  });

  it('is never climbed down, not by any single report', () => {
    fc.assert(
      fc.property(reports, fc.constantFrom(...REPORTED), (reports, next) => {
        expect(STATUS_RANK[outcomeOf([...reports, next])]).toBeGreaterThanOrEqual(
          STATUS_RANK[outcomeOf(reports)],
        );
      }),
    );
  });

  it('ends delivered or read when either was ever reported, whatever failed', () => {
    fc.assert(
      fc.property(reports, (reports) => {
        const outcome = outcomeOf(reports);
        if (reports.includes('read')) expect(outcome).toBe('read');
        else if (reports.includes('delivered')) expect(outcome).toBe('delivered');
        else if (reports.includes('failed')) expect(outcome).toBe('failed');
      }),
    );
  });

  it('lets nothing move what a customer wrote', () => {
    for (const next of REPORTED) expect(climbs('received', next)).toBe(false);
  });
});
