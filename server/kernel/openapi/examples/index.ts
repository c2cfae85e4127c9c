import { contactExamples } from './contacts.ts';
import type { OperationExamples } from './example.ts';
import { messageExamples } from './messages.ts';

/** What the reference shows of every operation, by its id. A new feature adds a file and a line here. */
export const EXAMPLES: Record<string, OperationExamples> = { ...contactExamples, ...messageExamples };
