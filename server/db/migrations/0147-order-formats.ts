import type { Migration } from './migration.ts';

/** How a workspace writes its order numbers, as in `AB-####`: a list of texts; null for none. */
export const orderFormats: Migration = {
  name: '0147-order-formats',
  statements: ['ALTER TABLE assist_settings ADD COLUMN order_formats JSON NULL'],
};
