/** For the tests, which start one. */
export function findRedis(): string | null;
