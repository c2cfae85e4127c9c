import { broadcastExamples } from './broadcasts.ts';
import { contactExamples } from './contacts.ts';
import { conversationExamples } from './conversations.ts';
import type { OperationExamples } from './example.ts';
import { meExamples } from './me.ts';
import { mediaExamples } from './media.ts';
import { messageExamples } from './messages.ts';
import { segmentExamples } from './segments.ts';
import { templateExamples } from './templates.ts';
import { webhookEndpointExamples } from './webhook-endpoints.ts';

/** The examples of all operations, by operation id. A new feature adds a file and a line here. */
export const EXAMPLES: Record<string, OperationExamples> = {
  ...contactExamples,
  ...segmentExamples,
  ...messageExamples,
  ...conversationExamples,
  ...templateExamples,
  ...mediaExamples,
  ...broadcastExamples,
  ...webhookEndpointExamples,
  ...meExamples,
};
