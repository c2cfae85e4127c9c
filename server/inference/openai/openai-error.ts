import { type Issue, issueSentence } from '../../kernel/http/describe-error.ts';

/** An error in OpenAI's format, which always has all four fields. */
export class OpenAiError extends Error {
  override readonly name = 'OpenAiError';
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  /** Seconds until a retry is worthwhile. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: string | null,
    message: string,
    more: { param?: string; retryAfter?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.type = typeOf(status, code);
    this.code = code;
    this.param = more.param ?? null;
    this.retryAfter = more.retryAfter ?? null;
  }

  body() {
    const { message, type, param, code } = this;
    return { error: { message, type, param, code } };
  }
}

function typeOf(status: number, code: string | null): string {
  if (code === 'insufficient_quota') return 'insufficient_quota';
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** Returns the error for a malformed value. */
export function invalidValue(param: string, message: string): OpenAiError {
  return new OpenAiError(400, 'invalid_value', message, { param });
}

interface UnionIssue extends Issue {
  /** The problems of each alternative. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** Returns the first problem that validation found. Where alternatives are allowed, it is that of the closest one. */
export function firstIssue({ issues: [issue] }: { readonly issues: readonly Issue[] }): Issue | undefined {
  return issue && closest(issue);
}

/** Of alternatives, zod says only that none fits. The one that was meant fits at its beginning, or has the type of the value. */
function closest(issue: UnionIssue): Issue {
  const { code, errors = [], path = [] } = issue;
  const first = errors.flatMap(([one]) => (one ? [closest(one)] : []));
  if (code !== 'invalid_union' || first.length === 0) return issue;
  const depthOf = (one: Issue) => one.path?.length ?? 0;
  const deepest = first.reduce((found, one) => (depthOf(one) >= depthOf(found) ? one : found));
  if (depthOf(deepest) > 0) return { ...deepest, path: [...path, ...(deepest.path ?? [])] };
  const ofItsType = first.find((one) => one.code !== 'invalid_type');
  if (ofItsType) return { ...ofItsType, path };
  const types = first.map(({ message }) => /expected (\w+), (received \w+)$/.exec(message));
  const expected = [...new Set(types.map((found) => found?.[1]))].join(' or ');
  const received = types[0]?.[2] ?? '';
  // A missing value is known by these words.
  if (received === 'received undefined') return { code: 'invalid_type', path, message: received };
  return { path, message: `must be of type ${expected}, not ${received.replace('received ', '')}` };
}

/** Returns the error for a value that validation rejected. */
export function invalidIn(param: string, issue: Issue | undefined): OpenAiError {
  const sentence = issue ? issueSentence(issue) : 'is not valid';
  const isMissing = sentence === 'is required';
  const problem = isMissing
    ? `Missing required parameter: '${param}'.`
    : `Invalid value for '${param}': ${sentence}.`;
  return invalidValue(param, problem);
}

/** Returns the error for a valid value that this endpoint does not support. */
export function unsupported(param: string, message: string): OpenAiError {
  return new OpenAiError(400, 'unsupported_value', message, { param });
}
