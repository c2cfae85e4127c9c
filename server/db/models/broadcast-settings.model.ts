import { defineModel, integer, json, key, time } from '../define-model.ts';

/** How a workspace sends its broadcasts. */
export interface BroadcastSettingsRow {
  tenantId: Buffer;
  /** Minutes of the day in the recipient's time zone; null: at any time. */
  hoursFrom: number | null;
  hoursTo: number | null;
  /** `BroadcastPrices`; null: none are kept. */
  prices: unknown;
  updatedAt: Date;
}

export const broadcastSettingsModel = defineModel<BroadcastSettingsRow>('broadcast_settings', {
  tenantId: key({ primaryKey: true }),
  hoursFrom: integer(),
  hoursTo: integer(),
  prices: json(),
  updatedAt: time(),
});
