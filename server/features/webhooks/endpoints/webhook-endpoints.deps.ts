import type { Database, Transaction } from '../../../db/database.ts';
import type { RecordAudit } from '../../../kernel/audit/audit.ts';
import type { UnitOfWork } from '../../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import type { EndpointVault } from './endpoint-secrets.ts';
import type { TargetRules } from './webhook-target.ts';

export interface WebhookEndpointsDeps {
  database: Database;
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
  vault: EndpointVault;
  target: TargetRules;
  now(): Date;
  /** Asks, inside the deletion, for the removal of what the endpoint was sent, and its log. */
  purgeEndpoint(scope: TenantScope, tx: Transaction, id: Buffer): Promise<void>;
  /** Sends at once what has been waiting for these endpoints. */
  wakeDeliveries(scope: TenantScope, id: Buffer): void;
}
