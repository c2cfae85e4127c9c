import type { CloudApiSettingsRow } from '../../db/models/cloud-api-settings.model.ts';
import { statementsOf } from '../../db/table-statements.ts';
import { TenantQueries } from '../../kernel/tenancy/tenant-queries.ts';

/** One row a tenant, keyed by the tenant itself. */
export class CloudApiSettingsRepository extends TenantQueries {
  async find(): Promise<CloudApiSettingsRow | null> {
    const where = { tenantId: this.scope.key };
    const [row] = await this.database.select<CloudApiSettingsRow>(
      statementsOf(this.database.models.cloudApiSettings).select(where, 1),
      where,
    );
    return row ?? null;
  }

  async save(values: Omit<CloudApiSettingsRow, 'tenantId'>): Promise<void> {
    await this.run(
      `INSERT INTO cloud_api_settings
         (tenant_id, app_id, app_secret, access_token, waba_id, phone_number_id, updated_at)
       VALUES (:tenantId, :appId, :appSecret, :accessToken, :wabaId, :phoneNumberId, :updatedAt)
       ON DUPLICATE KEY UPDATE app_id = VALUES(app_id), app_secret = VALUES(app_secret),
         access_token = VALUES(access_token), waba_id = VALUES(waba_id),
         phone_number_id = VALUES(phone_number_id), updated_at = VALUES(updated_at)`,
      values,
    );
  }
}
