/** For the tests of the alert rules. */
export function ensurePromtool(): Promise<string>;
