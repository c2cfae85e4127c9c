import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../../shared/domain/errors.ts';
import { operationAt } from './operations.ts';
import type { WireAnswer } from './wire-client.ts';

const ErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().min(1),
    details: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })),
    requestId: z.string().regex(/^[A-Za-z0-9._-]{8,128}$/),
  }),
});

/** Words that only stand in what should never leave the server. */
const LEAK = /node_modules|\.[jt]s:\d|Sequelize|\bER_[A-Z]|SELECT .* FROM/;

/** Everything that is wrong with an answer to a request that was sent to this address; empty when nothing is. */
export function faultsOf(answer: WireAnswer, method: string | null, target: string): string[] {
  const faults: string[] = [];
  const demand = (holds: boolean, sentence: string) => {
    if (!holds) faults.push(sentence);
  };
  const { status, headers, body } = answer;
  demand(status >= 200 && status < 500, `status ${status}`);
  demand(Boolean(headers['x-request-id']), 'no X-Request-Id');
  demand(!LEAK.test(body), 'tells what is inside');
  if (method === 'HEAD' || status === 204) return faults;
  if (status >= 400) return [...faults, ...errorFaults(answer)];
  const operation = method === null ? null : operationAt(method, target);
  if (!operation) return faults;
  // A file's address redirects to the file, unless its description is requested.
  const isRedirect = operation.name === 'public media.get' && status === 302;
  demand(
    isRedirect || status === operation.successStatus,
    `status ${status} instead of ${operation.successStatus}`,
  );
  const parsed = operation.output.safeParse(asJson(body));
  if (!parsed.success) {
    faults.push(`not the shape of ${operation.name}: ${z.prettifyError(parsed.error).slice(0, 500)}`);
  }
  return faults;
}

function errorFaults({ status, headers, body }: WireAnswer): string[] {
  const parsed = ErrorBody.safeParse(asJson(body));
  if (!parsed.success) return [`not the shape of an error: ${z.prettifyError(parsed.error)}`];
  const { code, requestId } = parsed.data.error;
  const faults: string[] = [];
  if (ERRORS[code].status !== status) faults.push(`${code} with status ${status}`);
  if (requestId !== headers['x-request-id']) faults.push('another request id in the body than in the header');
  if (!/^application\/json/.test(headers['content-type'] ?? '')) faults.push('an error that is not JSON');
  const wanted = { 401: 'www-authenticate', 405: 'allow', 429: 'retry-after', 503: 'retry-after' }[status];
  if (wanted && !headers[wanted]) faults.push(`${status} without ${wanted}`);
  return faults;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
