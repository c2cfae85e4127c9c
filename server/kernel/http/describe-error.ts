import { ORPCError, ValidationError } from '@orpc/contract';
import type { z } from 'zod';
import { AppError, ERRORS, type ErrorCode, type ErrorDetail } from '../../../shared/domain/errors.ts';
import { CommitUnknownError, isNotStored } from '../../db/database-errors.ts';
import { unknownFieldSentence } from './known-fields.ts';

/** An error as HTTP shows it, in the same form for every route. `report`: whether it is our own error. */
export interface DescribedError {
  status: number;
  code: ErrorCode;
  message: string;
  details: readonly ErrorDetail[];
  /** The contact that is in the way. */
  contactId?: string;
  /** Seconds to wait before the request is sent again. */
  retryAfter?: number;
  report: boolean;
}

/** Sent as Retry-After when it is unknown how long the database will be unavailable. */
const UNAVAILABLE_SECONDS = 2;

/** Returns what the caller may know of a thrown value. Anything unknown is `internal`. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof AppError) {
    const { code, message, details, retryAfter, contactId } = error;
    return {
      ...described(code, message, details),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(contactId === undefined ? {} : { contactId }),
    };
  }
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    return described('validation_failed', ERRORS.validation_failed.message, detailsOf(error.cause));
  }
  if (error instanceof URIError) {
    return described(
      'validation_failed',
      'The address is not well-formed: a % must start an encoded character.',
    );
  }
  if (error instanceof CommitUnknownError) return { ...described('outcome_unknown'), report: true };
  if (isNotStored(error)) return { ...described('unavailable'), report: true };
  return { ...described('internal'), report: true };
}

function described(
  code: ErrorCode,
  message: string = ERRORS[code].message,
  details: readonly ErrorDetail[] = [],
): DescribedError {
  const { status } = ERRORS[code];
  return {
    status,
    code,
    message,
    details,
    ...(status === 503 ? { retryAfter: UNAVAILABLE_SECONDS } : {}),
    report: false,
  };
}

/** A problem that validation found, as zod describes it. */
export interface Issue {
  readonly code?: string;
  readonly message: string;
  readonly path?: readonly (PropertyKey | { key: PropertyKey })[];
  readonly keys?: readonly string[];
}

function detailsOf(cause: unknown): ErrorDetail[] {
  return cause instanceof ValidationError ? detailsOfIssues(cause.issues as readonly Issue[]) : [];
}

/** Returns invalid input as the error that says so; any other thrown value as it is. `schema` is that of the input. */
export function explainInput(error: unknown, schema: z.core.$ZodType | undefined): unknown {
  const isInvalid = error instanceof ORPCError && error.code === 'BAD_REQUEST';
  if (!isInvalid || !(error.cause instanceof ValidationError)) return error;
  const details = detailsOfIssues(error.cause.issues as readonly Issue[], schema);
  return new AppError('validation_failed', { details });
}

/** Problems that a response lists: a body can have thousands of one kind. */
const DETAILS_MAX = 100;

/**
 * Returns problems as callers read them, up to 100. The first step of a path is the part of the request, and left out.
 * @param schema what was parsed: with it, an unknown field gets the name of the one that was probably meant.
 */
export function detailsOfIssues(issues: readonly Issue[], schema?: z.core.$ZodType): ErrorDetail[] {
  return issues
    .slice(0, DETAILS_MAX)
    .flatMap((issue) => {
      const steps = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
      // The first step is the part of the request: params, query or body.
      const path = steps.slice(1).join('.');
      if (issue.code === 'unrecognized_keys' && issue.keys) {
        return issue.keys.slice(0, DETAILS_MAX).map((key) => ({
          path: path ? `${path}.${key}` : key,
          message: unknownFieldSentence(schema, steps, key),
        }));
      }
      return [{ path: path || 'body', message: issueSentence(issue) }];
    })
    .slice(0, DETAILS_MAX);
}

/** zod's messages, reworded to follow the name of the field. */
const REWORDINGS: readonly [RegExp, string][] = [
  [/^Invalid input: expected int, received number$/, 'must be a whole number'],
  [/^Invalid input: expected number, received NaN$/, 'must be a number'],
  [/^Invalid input: expected (\w+), received (\w+)$/, 'must be of type $1, not $2'],
  [/^Invalid input: expected (".*"|true|false)$/, 'must be $1'],
  [/^Too small: expected (?:number|int) to be >=(-?\d+)$/, 'must be at least $1'],
  [/^Too big: expected (?:number|int) to be <=(\d+)$/, 'must be at most $1'],
  [/^Too big: expected string to have <=(\d+) characters$/, 'must have at most $1 characters'],
  [/^Too small: expected string to have >=1 characters$/, 'must not be empty'],
  [/^Too small: expected array to have >=1 items$/, 'must not be empty'],
];

/** Returns a problem as a sentence that follows the name of the field. */
export function issueSentence(issue: Issue): string {
  if (issue.code === 'invalid_type' && /received undefined$/.test(issue.message)) return 'is required';
  return inPlainWords(issue.message);
}

/** Rewords one of zod's messages to follow the name of the field. */
export function inPlainWords(message: string): string {
  const options = /^Invalid option: expected one of (.*)$/.exec(message)?.[1];
  if (options !== undefined) return `must be one of ${options.replaceAll('"', '').replaceAll('|', ', ')}`;
  return REWORDINGS.reduce((text, [from, to]) => text.replace(from, to), message);
}
