/** For tests. */
export class SetupError extends Error {}
