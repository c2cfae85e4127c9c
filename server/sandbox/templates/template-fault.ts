import { GraphFault } from '../graph/graph-fault.ts';

/** Returns the error of a rejected template, with the platform's message for people. */
export function templateFault(userMessage: string, subcode?: number, code = 100): GraphFault {
  return new GraphFault(code, {
    message: '(#100) Invalid parameter',
    userMessage,
    ...(subcode === undefined ? {} : { subcode }),
  });
}
