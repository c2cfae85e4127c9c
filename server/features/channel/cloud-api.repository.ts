import type { SetupStep } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { asJson } from '../../db/define-model.ts';
import type { CloudApiSettingsRow } from '../../db/models/cloud-api-settings.model.ts';
import type { CloudApiSetupRow } from '../../db/models/cloud-api-setup.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { findRow, run, select, updateRows } from '../../kernel/tenancy/rows.ts';

/** What a setup has gathered so far. The secrets are sealed. */
export type SetupRow = Omit<CloudApiSetupRow, 'tenantId' | 'skipped' | 'updatedAt'> & {
  skipped: SetupStep[];
};

const NOTHING: SetupRow = {
  appId: null,
  appSecret: null,
  accessToken: null,
  wabaId: null,
  step: null,
  skipped: [],
};

/** Returns what a workspace is connected with, sealed; null when it is not connected. SQL, because every send asks this. */
export async function findSettings(ctx: QueryContext): Promise<CloudApiSettingsRow | null> {
  const [row] = await select<CloudApiSettingsRow>(
    ctx,
    `SELECT tenant_id AS tenantId, app_id AS appId, app_secret AS appSecret, access_token AS accessToken,
       waba_id AS wabaId, phone_number_id AS phoneNumberId, updated_at AS updatedAt
     FROM cloud_api_settings WHERE tenant_id = :tenantId`,
  );
  return row ?? null;
}

/** Stores what a workspace is connected with from now on. */
export async function saveSettings(
  ctx: QueryContext,
  values: Omit<CloudApiSettingsRow, 'tenantId'>,
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO cloud_api_settings
       (tenant_id, app_id, app_secret, access_token, waba_id, phone_number_id, updated_at)
     VALUES (:tenantId, :appId, :appSecret, :accessToken, :wabaId, :phoneNumberId, :updatedAt)
     ON DUPLICATE KEY UPDATE app_id = VALUES(app_id), app_secret = VALUES(app_secret),
       access_token = VALUES(access_token), waba_id = VALUES(waba_id),
       phone_number_id = VALUES(phone_number_id), updated_at = VALUES(updated_at)`,
    { ...values },
  );
}

/**
 * Returns how far connecting a number has come, so that it can go on at another computer; null before its first
 * step. One row per workspace.
 */
export async function findSetup(ctx: QueryContext): Promise<SetupRow | null> {
  const columns = ['appId', 'appSecret', 'accessToken', 'wabaId', 'step', 'skipped'] as const;
  const row = await findRow(ctx, 'cloudApiSetup', { columns });
  return row ? { ...row, skipped: asJson<SetupStep[]>(row.skipped) } : null;
}

/** Changes what is given; the rest stays. */
export async function saveSetup(ctx: QueryContext, changes: Partial<SetupRow>): Promise<void> {
  const row = { ...NOTHING, ...(await findSetup(ctx)), ...changes };
  await run(
    ctx,
    `INSERT INTO cloud_api_setup
       (tenant_id, app_id, app_secret, access_token, waba_id, step, skipped, updated_at)
     VALUES (:tenantId, :appId, :appSecret, :accessToken, :wabaId, :step, :skipped, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE app_id = VALUES(app_id), app_secret = VALUES(app_secret),
       access_token = VALUES(access_token), waba_id = VALUES(waba_id), step = VALUES(step),
       skipped = VALUES(skipped), updated_at = VALUES(updated_at)`,
    { ...row, skipped: JSON.stringify(row.skipped) },
  );
}

/** Removes what was gathered: it has become the credentials, or was replaced by others. */
export async function forgetSetupValues(ctx: QueryContext): Promise<void> {
  const nothing = { appId: null, appSecret: null, accessToken: null, wabaId: null };
  await updateRows(ctx, 'cloudApiSetup', {}, nothing);
}
