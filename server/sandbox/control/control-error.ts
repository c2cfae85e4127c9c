import { z } from 'zod';

/** An error of the control API. Its format differs from the platform's to avoid confusion. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Parses a request body or query with its schema.
 * @throws {ControlError} 400 that lists every error in one sentence.
 */
export function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw new ControlError(400, 'validation_failed', z.prettifyError(result.error));
}
