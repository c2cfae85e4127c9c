/** One line per happening, on standard error: what a person who looks for a fault needs, and no secret. */
export function log(message: string, details: Record<string, string | number | boolean | null> = {}): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message, ...details })}\n`);
}

/** What was thrown, in a sentence without its stack. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
