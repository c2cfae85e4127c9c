import { z } from 'zod';
import { ContactSchema } from '../contract/contacts.contract.ts';
import { ConversationSchema } from '../contract/inbox/conversations.contract.ts';
import { RULE_TRIGGERS } from '../domain/automation/rules.ts';
import { idSchema } from '../domain/ids.ts';
import { defineEvent } from './define.ts';

const id = idSchema('automationRule');

export const automationEvents = {
  /** A rule was created, changed, switched or deleted: clients fetch the rules again. */
  'automation_rule.changed': defineEvent({ payload: z.object({ id }), audience: 'admins', webhook: false }),
  /** A rule ran that sends an event. */
  'automation.triggered': defineEvent({
    payload: z.object({
      rule: z.object({ id, name: z.string() }),
      trigger: z.enum(RULE_TRIGGERS),
      messageId: idSchema('message').nullable(),
      contact: ContactSchema,
      conversation: ConversationSchema,
    }),
    audience: 'admins',
    webhook: true,
  }),
};
