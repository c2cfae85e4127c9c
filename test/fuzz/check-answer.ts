import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../../shared/domain/errors.ts';
import { operationAt } from './operations.ts';
import type { WireAnswer } from './wire-client.ts';

const ErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().min(1),
    details: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })),
    contactId: z.string().startsWith('ct_').optional(),
    requestId: z.string().regex(/^[A-Za-z0-9._-]{8,128}$/),
    docsUrl: z.url().optional(),
  }),
});

/** Texts that must never leave the server. */
const LEAK = /node_modules|\.[jt]s:\d|Sequelize|\bER_[A-Z]|SELECT .* FROM/;

/** Returns everything that is wrong with a response to a request for this target; empty if nothing is. */
export function problemsOf(answer: WireAnswer, method: string | null, target: string): string[] {
  const problems: string[] = [];
  const check = (holds: boolean, sentence: string) => {
    if (!holds) problems.push(sentence);
  };
  const { status, headers, body } = answer;
  check(status >= 200 && status < 500, `status ${status}`);
  check(Boolean(headers['x-request-id']), 'no X-Request-Id');
  check(!LEAK.test(body), 'exposes internals');
  if (method === 'HEAD' || status === 204) return problems;
  if (status >= 400) return [...problems, ...errorProblems(answer)];
  const operation = method === null ? null : operationAt(method, target);
  if (!operation) return problems;
  // A media URL redirects to the file, unless its description is requested.
  const isRedirect = operation.name === 'public media.get' && status === 302;
  // An upsert creates the contact that it does not find.
  const isCreated = operation.name.endsWith(' contacts.put') && status === 201;
  check(
    isRedirect || isCreated || status === operation.successStatus,
    `status ${status} instead of ${operation.successStatus}`,
  );
  const parsed = operation.output.safeParse(asJson(body));
  if (!parsed.success) {
    problems.push(`does not match ${operation.name}: ${z.prettifyError(parsed.error).slice(0, 500)}`);
  }
  return problems;
}

function errorProblems({ status, headers, body }: WireAnswer): string[] {
  const parsed = ErrorBody.safeParse(asJson(body));
  if (!parsed.success) return [`not the shape of an error: ${z.prettifyError(parsed.error)}`];
  const { code, requestId } = parsed.data.error;
  const problems: string[] = [];
  if (ERRORS[code].status !== status) problems.push(`${code} with status ${status}`);
  if (requestId !== headers['x-request-id'])
    problems.push('another request id in the body than in the header');
  if (!/^application\/json/.test(headers['content-type'] ?? '')) problems.push('an error that is not JSON');
  const wanted = { 401: 'www-authenticate', 405: 'allow', 429: 'retry-after', 503: 'retry-after' }[status];
  if (wanted && !headers[wanted]) problems.push(`${status} without ${wanted}`);
  return problems;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
