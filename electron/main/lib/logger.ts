/** Writes one JSON line to standard error. Must not contain secrets. */
export function log(message: string, details: Record<string, string | number | boolean | null> = {}): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message, ...details })}\n`);
}

/** Returns the message of a thrown value, without its stack. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
