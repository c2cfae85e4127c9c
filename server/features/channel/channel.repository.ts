import type { ChannelState } from '../../../shared/contract/channel.ts';
import type { CheckName, PlatformNumber } from '../../../shared/contract/cloud-api.contract.ts';
import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import { TenantQueries } from '../../kernel/tenancy/tenant-queries.ts';
import { adoptCountryOf } from '../../kernel/tenancy/workspace-country.ts';
import type { ChannelFault, ChannelRow, CheckRow } from './channel-rows.ts';

const TEXT_MAX = 1_000;

/** How a workspace stands with the platform: one row, and one for each thing that is looked at. */
export class ChannelRepository extends TenantQueries {
  /** `forChange` holds the row until the end of the transaction. */
  async find(forChange = false): Promise<ChannelRow | null> {
    const [row] = await this.select<Omit<ChannelRow, 'number'> & { number: unknown }>(
      `SELECT state, since, reason_code AS reasonCode, reason, number, token_expires_at AS tokenExpiresAt
       FROM channels WHERE tenant_id = :tenantId ${forChange ? 'FOR UPDATE' : ''}`,
    );
    return row ? { ...row, number: row.number === null ? null : asJson<PlatformNumber>(row.number) } : null;
  }

  async saveState(state: ChannelState, since: Date, reason: ChannelFault | null): Promise<void> {
    await this.run(
      `INSERT INTO channels (tenant_id, state, since, reason_code, reason)
       VALUES (:tenantId, :state, :since, :code, :message)
       ON DUPLICATE KEY UPDATE state = VALUES(state), since = VALUES(since),
         reason_code = VALUES(reason_code), reason = VALUES(reason)`,
      { state, since, ...faultColumns(reason) },
    );
  }

  /**
   * Stores the platform's data for the number and token; a workspace that is not connected stores nothing. The
   * number's country becomes that of a workspace without one.
   */
  async saveFacts(facts: { number?: PlatformNumber | null; tokenExpiresAt?: Date | null }): Promise<void> {
    const { number, tokenExpiresAt } = facts;
    await this.run(
      `UPDATE channels SET tenant_id = tenant_id
         ${number === undefined ? '' : ', number = :number, limit_told_at = 0'}
         ${tokenExpiresAt === undefined ? '' : ', token_expires_at = :tokenExpiresAt'}
       WHERE tenant_id = :tenantId`,
      {
        ...(number === undefined ? {} : { number: number && JSON.stringify(number) }),
        ...(tokenExpiresAt === undefined ? {} : { tokenExpiresAt }),
      },
    );
    if (number?.displayPhoneNumber)
      await adoptCountryOf({ db: this.database, scope: this.scope, tx: this.tx }, number.displayPhoneNumber);
  }

  /** Changes what is known of the number, unless a later notice (Unix seconds) has been there. */
  async takeNotice(number: PlatformNumber, toldAt: number): Promise<boolean> {
    const changed = await this.run(
      `UPDATE channels SET number = :number, limit_told_at = :toldAt
       WHERE tenant_id = :tenantId AND limit_told_at <= :toldAt`,
      { number: JSON.stringify(number), toldAt },
    );
    return changed > 0;
  }

  checks(): Promise<CheckRow[]> {
    return this.select<CheckRow>(
      `SELECT name, succeeded_at AS succeededAt, failed_at AS failedAt, fault_code AS faultCode, fault
       FROM channel_checks WHERE tenant_id = :tenantId`,
    );
  }

  /** Notes how a look went: well (null), or what was wrong. */
  async noteCheck(name: CheckName, fault: ChannelFault | null): Promise<void> {
    const column = fault === null ? 'succeeded_at' : 'failed_at';
    await this.run(
      `INSERT INTO channel_checks (tenant_id, name, ${column}, fault_code, fault)
       VALUES (:tenantId, :name, UTC_TIMESTAMP(3), :code, :message)
       ON DUPLICATE KEY UPDATE ${column} = VALUES(${column}), fault_code = VALUES(fault_code), fault = VALUES(fault)`,
      { name, ...faultColumns(fault) },
    );
  }

  /** Other credentials were saved: what was seen of the former ones says nothing any more. */
  async forgetChecks(): Promise<void> {
    await this.run('DELETE FROM channel_checks WHERE tenant_id = :tenantId');
  }

  async waiting(): Promise<number> {
    const [row] = await this.select<{ count: number }>(
      'SELECT COUNT(*) AS count FROM outbound_sends WHERE tenant_id = :tenantId',
    );
    return Number(row?.count ?? 0);
  }
}

/** The workspaces that wait for the platform, those that wait longest first. */
export async function unreachableTenants(database: Database, limit: number): Promise<Buffer[]> {
  const rows = await database.select<{ tenantId: Buffer }>(
    `/* system: channel-watch */ SELECT tenant_id AS tenantId FROM channels
     WHERE state = 'platform_unreachable' ORDER BY since LIMIT ${Math.trunc(limit)}`,
  );
  return rows.map(({ tenantId }) => tenantId);
}

function faultColumns(fault: ChannelFault | null) {
  return { code: fault?.code?.slice(0, 16) ?? null, message: fault?.message.slice(0, TEXT_MAX) ?? null };
}
