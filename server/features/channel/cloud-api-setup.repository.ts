import type { SetupStep } from '../../../shared/contract/cloud-api.contract.ts';
import { asJson } from '../../db/define-model.ts';
import { TenantQueries } from '../../kernel/tenancy/tenant-queries.ts';

/** What a setup has gathered so far. The secrets are sealed. */
export interface SetupRow {
  appId: string | null;
  appSecret: Buffer | null;
  accessToken: Buffer | null;
  wabaId: string | null;
  /** Null when the setup is done. */
  step: SetupStep | null;
  skipped: SetupStep[];
}

const NOTHING: SetupRow = {
  appId: null,
  appSecret: null,
  accessToken: null,
  wabaId: null,
  step: null,
  skipped: [],
};

/** One row a tenant: where connecting a number stands, so that it goes on at another computer. */
export class CloudApiSetupRepository extends TenantQueries {
  async find(): Promise<SetupRow | null> {
    const [row] = await this.select<Omit<SetupRow, 'skipped'> & { skipped: unknown }>(
      `SELECT app_id AS appId, app_secret AS appSecret, access_token AS accessToken, waba_id AS wabaId,
         step, skipped FROM cloud_api_setup WHERE tenant_id = :tenantId`,
    );
    return row ? { ...row, skipped: asJson<SetupStep[]>(row.skipped) } : null;
  }

  /** Changes what is given; the rest stays. */
  async save(changes: Partial<SetupRow>): Promise<void> {
    const row = { ...NOTHING, ...(await this.find()), ...changes };
    await this.run(
      `INSERT INTO cloud_api_setup
         (tenant_id, app_id, app_secret, access_token, waba_id, step, skipped, updated_at)
       VALUES (:tenantId, :appId, :appSecret, :accessToken, :wabaId, :step, :skipped, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE app_id = VALUES(app_id), app_secret = VALUES(app_secret),
         access_token = VALUES(access_token), waba_id = VALUES(waba_id), step = VALUES(step),
         skipped = VALUES(skipped), updated_at = VALUES(updated_at)`,
      { ...row, skipped: JSON.stringify(row.skipped) },
    );
  }

  /** What was gathered has become the credentials, or was replaced by others. */
  async forgetValues(): Promise<void> {
    await this.run(
      `UPDATE cloud_api_setup SET app_id = NULL, app_secret = NULL, access_token = NULL, waba_id = NULL
       WHERE tenant_id = :tenantId`,
    );
  }
}
