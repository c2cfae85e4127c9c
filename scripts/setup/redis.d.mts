/** For tests that start Redis. */
export function findRedis(): string | null;
