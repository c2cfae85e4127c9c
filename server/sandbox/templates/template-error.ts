import { GraphApiError } from '../graph/graph-api-error.ts';

/** Returns the error of a rejected template, with the platform's message for people. */
export function templateError(userMessage: string, subcode?: number, code = 100): GraphApiError {
  return new GraphApiError(code, {
    message: '(#100) Invalid parameter',
    userMessage,
    ...(subcode === undefined ? {} : { subcode }),
  });
}
