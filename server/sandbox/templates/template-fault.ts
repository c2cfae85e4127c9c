import { GraphFault } from '../graph/graph-fault.ts';

/** A refusal of a template, with the words that the platform means for people. */
export function templateFault(userMessage: string, subcode?: number, code = 100): GraphFault {
  return new GraphFault(code, {
    message: '(#100) Invalid parameter',
    userMessage,
    ...(subcode === undefined ? {} : { subcode }),
  });
}
