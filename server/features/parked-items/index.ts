import type { Database } from '../../db/database.ts';
import { parkedItemsRoutes } from './parked-items.routes.ts';
import { listParkedItems } from './parked-items.service.ts';

export { parkedItemRetention } from './parked-item-retention.ts';
export { ParkedItemsRepository, type Parking, type RetryOptions } from './parked-items.repository.ts';
export { listParkedItems };

/** Parts of callbacks that could not be understood. */
export function registerParkedItems(database: Database) {
  return { routes: parkedItemsRoutes((scope) => listParkedItems(database, scope)) };
}
