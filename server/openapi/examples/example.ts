import type { ErrorDetail } from '../../../shared/domain/errors.ts';

/** An example of a body. */
export interface Example {
  summary: string;
  value: unknown;
}

/**
 * The examples of an operation in the reference. `test/architecture/openapi-examples.test.ts` parses all of
 * them with the schemas of the contract, and fails for an operation without examples.
 */
export interface OperationExamples {
  /** A short description of the successful response. */
  answer: string;
  /** Of an operation that may also create (201): a short description of that response. */
  created?: string;
  /** Of an operation that usually redirects (302): a short description of that response. */
  redirect?: string;
  /** Values for parameters of the path and the query. */
  parameters?: Record<string, string | number>;
  /** Bodies of requests. */
  requests?: Record<string, Example>;
  /** Bodies of the successful response. */
  answers: Record<string, Example>;
  /** An invalid request, and the details of its `validation_failed`. */
  faulty: {
    input: { params?: unknown; query?: unknown; body?: unknown };
    details: readonly ErrorDetail[];
  };
}
