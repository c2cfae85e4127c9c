/** For tests that start several servers. */
export function requireHaproxy(): string;
