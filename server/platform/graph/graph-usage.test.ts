import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUsage } from './graph-usage.ts';

const line = (parts: object) => JSON.stringify({ '9': [{ type: 'whatsapp', ...parts }] });

describe('the usage headers', () => {
  it('return the largest figure of both, and the longest wait', () => {
    expect(
      readUsage({
        'x-app-usage': '{"call_count":12,"total_time":40,"total_cputime":3}',
        'x-business-use-case-usage': line({ call_count: 85, estimated_time_to_regain_access: 7 }),
      }),
    ).toEqual({ percent: 85, regainMinutes: 7 });
  });

  it('may be missing or invalid', () => {
    expect(readUsage({})).toBeNull();
    expect(readUsage({ 'x-app-usage': 'soon' })).toBeNull();
    expect(readUsage({ 'x-app-usage': '{"call_count":"many"}' })).toEqual({ percent: 0, regainMinutes: 0 });
    fc.assert(
      fc.property(fc.string(), fc.json(), (a, b) => {
        readUsage({ 'x-app-usage': a, 'x-business-use-case-usage': b });
      }),
    );
  });
});
