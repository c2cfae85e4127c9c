import type { ErrorDetail } from '../../../shared/domain/errors.ts';

/** One example of a body, under a name of its own. */
export interface Example {
  summary: string;
  value: unknown;
}

/**
 * What the reference shows of one operation. `test/architecture/openapi-examples.test.ts` parses all of it with
 * the schemas of the contract, and fails for an operation without.
 */
export interface OperationExamples {
  /** What the good answer is, in a few words. */
  answer: string;
  /** A value for each parameter of the path and the query that deserves one. */
  parameters?: Record<string, string | number>;
  /** Bodies to send. */
  requests?: Record<string, Example>;
  /** Bodies of the good answer. */
  answers: Record<string, Example>;
  /** A request with faults, and what `validation_failed` says of it. */
  faulty: {
    input: { params?: unknown; query?: unknown; body?: unknown };
    details: readonly ErrorDetail[];
  };
}
