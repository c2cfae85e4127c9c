import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { climbs, type MessageStatus, STATUS_RANK } from './message-status.ts';

const reported = fc.array(fc.constantFrom<MessageStatus>('sent', 'delivered', 'read', 'failed'), {
  maxLength: 12,
});

/** Returns a message's status after these reports, in this order. */
function outcomeOf(reports: readonly MessageStatus[]): MessageStatus {
  return reports.reduce<MessageStatus>((current, next) => (climbs(current, next) ? next : current), 'queued');
}

describe('the status ladder', () => {
  it('never decreases', () => {
    fc.assert(
      fc.property(reported, (reports) => {
        let current: MessageStatus = 'queued';
        for (const next of reports) {
          const moved: MessageStatus = climbs(current, next) ? next : current;
          expect(STATUS_RANK[moved]).toBeGreaterThanOrEqual(STATUS_RANK[current]);
          current = moved;
        }
      }),
    );
  });

  it('ends at the same rank in reverse order and with repetitions', () => {
    fc.assert(
      fc.property(reported, (reports) => {
        expect(outcomeOf([...reports].reverse())).toBe(outcomeOf(reports));
        expect(outcomeOf([...reports, ...reports])).toBe(outcomeOf(reports));
      }),
    );
  });

  it('replaces failed only with delivered or read', () => {
    expect(outcomeOf(['failed', 'sent'])).toBe('failed');
    expect(outcomeOf(['failed', 'delivered'])).toBe('delivered');
    expect(outcomeOf(['read', 'failed'])).toBe('read');
  });
});
