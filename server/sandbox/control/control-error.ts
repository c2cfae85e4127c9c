import { z } from 'zod';

/** A refusal of the control API: its own plain shape, so that it is never taken for the platform's. */
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
 * Reads a request body or query by its schema.
 * @throws {ControlError} 400 with every fault in one sentence.
 */
export function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw new ControlError(400, 'validation_failed', z.prettifyError(result.error));
}
