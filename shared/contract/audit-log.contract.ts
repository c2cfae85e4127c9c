import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { AUDIT_LABELS } from '../domain/reasons/audit-labels.ts';
import { TimeSchema } from '../domain/text.ts';
import { CursorSchema, cursorPageOf, limitQuery, route } from './base.ts';
import { ReasonParamsSchema, reasonCode } from './reason-code.ts';

/** The recorded actions: changes to access, settings and where messages are sent. */
export const AUDIT_ACTIONS = [
  'api_key.created',
  'api_key.changed',
  'api_key.rolled',
  'api_key.previous_ended',
  'api_key.revoked',
  'inference_key.created',
  'inference_key.renamed',
  'inference_key.models_changed',
  'inference_key.revoked',
  'model.download_started',
  'model.download_cancelled',
  'model.removed',
  'model.chosen',
  'prompt_log.changed',
  'prompt_log.cleared',
  'contact.deleted',
  'contact.merged',
  'contact.merge_undone',
  'contact.blocked',
  'contact.unblocked',
  'contact.subscribed',
  'contact.unsubscribed',
  'contact.assist_stopped',
  'contact.assist_allowed',
  'contacts.stored',
  'contacts.imported',
  'contacts.import_undone',
  'contacts.exported',
  'contacts.deletion_started',
  'contacts.deletion_stopped',
  'segment.created',
  'segment.changed',
  'segment.removed',
  'conversation.changed',
  'note.created',
  'note.changed',
  'note.removed',
  'message.canceled',
  'contact_field.created',
  'contact_field.changed',
  'contact_field.removed',
  'workspace.country_changed',
  'workspace.two_factor_changed',
  'workspace.business_hours_changed',
  'workspace.assignment_changed',
  'workspace.assist_changed',
  'workspace.broadcast_settings_changed',
  'member.added',
  'member.renamed',
  'member.role_changed',
  'member.password_changed',
  'member.invited',
  'member.invitation_revoked',
  'member.reset_link_created',
  'member.signed_out',
  'member.removed',
  'member.two_factor_enabled',
  'member.two_factor_disabled',
  'member.two_factor_reset',
  'member.recovery_codes_renewed',
  'member.recovery_code_used',
  'cloud_api.changed',
  'cloud_api.number_added',
  'cloud_api.notice',
  'cloud_api.verify_token_renewed',
  'parked_item.retried',
  'saved_reply.created',
  'saved_reply.changed',
  'saved_reply.removed',
  'automation_rule.created',
  'automation_rule.changed',
  'automation_rule.moved',
  'automation_rule.switched_on',
  'automation_rule.switched_off',
  'automation_rule.stopped',
  'automation_rule.removed',
  'template.created',
  'template.deleted',
  'broadcast.created',
  'broadcast.paused',
  'broadcast.resumed',
  'broadcast.canceled',
  'broadcast.retried',
  'webhook_endpoint.created',
  'webhook_endpoint.changed',
  'webhook_endpoint.paused',
  'webhook_endpoint.resumed',
  'webhook_endpoint.disabled',
  'webhook_endpoint.removed',
  'webhook_secret.revealed',
  'webhook_secret.rotated',
] as const;

export const AuditEntrySchema = z.strictObject({
  id: idSchema('auditEntry'),
  action: z.enum(AUDIT_ACTIONS),
  actor: z
    .strictObject({
      kind: z.enum(['user', 'key', 'operator']).describe('operator: the person who runs the server'),
      id: z.string().nullable(),
      name: z.string(),
    })
    .describe('Who did it, with their name at that time'),
  target: z.strictObject({
    kind: z.enum([
      'api_key',
      'inference_key',
      'model',
      'prompt_log',
      'workspace',
      'member',
      'cloud_api',
      'webhook_endpoint',
      'parked_item',
      'saved_reply',
      'contact',
      'contact_field',
      'automation_rule',
      'template',
      'broadcast',
      'contact_import',
      'contact_batch',
      'segment',
      'conversation',
      'note',
      'message',
    ]),
    id: z.string(),
    label: z.string().describe('Its name at that time'),
    labelCode: reasonCode(AUDIT_LABELS).nullable().describe('The code of a label that is not a name'),
    labelParams: ReasonParamsSchema,
  }),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
  createdAt: TimeSchema,
});

export const auditLogContract = {
  /** Newest first. Entries are never changed and never removed. */
  list: route('audit:read')
    .route({ method: 'GET', path: '/audit-log' })
    .input(z.object({ query: z.strictObject({ limit: limitQuery(50), cursor: CursorSchema.optional() }) }))
    .output(cursorPageOf(AuditEntrySchema)),
};

export type AuditEntry = z.infer<typeof AuditEntrySchema>;
/** What the audit log stores of a change. */
export interface AuditChange extends Pick<AuditEntry, 'action'> {
  target: Pick<AuditEntry['target'], 'kind' | 'id' | 'label'>;
}
