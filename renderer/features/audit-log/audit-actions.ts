import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';

/** What somebody did, as the list says it. */
export const ACTION_LABELS: Readonly<Record<AuditEntry['action'], string>> = {
  'api_key.created': 'Created an API key',
  'api_key.revoked': 'Revoked an API key',
  'inference_key.created': 'Created a key of the model',
  'inference_key.renamed': 'Renamed a key of the model',
  'inference_key.revoked': 'Revoked a key of the model',
  'member.added': 'Added a person',
  'member.role_changed': 'Changed a role',
  'member.password_changed': 'Set a new password',
  'member.removed': 'Removed a person',
  'cloud_api.changed': 'Connected a number',
  'cloud_api.verify_token_renewed': 'Made a new verify token',
  'webhook_endpoint.created': 'Added a webhook endpoint',
  'webhook_endpoint.changed': 'Changed a webhook endpoint',
  'webhook_endpoint.paused': 'Paused a webhook endpoint',
  'webhook_endpoint.resumed': 'Resumed a webhook endpoint',
  'webhook_endpoint.disabled': 'A webhook endpoint was disabled',
  'webhook_endpoint.removed': 'Deleted a webhook endpoint',
  'webhook_secret.revealed': 'Looked at a webhook secret',
  'webhook_secret.rotated': 'Rotated a webhook secret',
};
