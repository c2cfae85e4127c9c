import type { Database } from '../../db/database.ts';
import { parkedItemsRoutes } from './parked-items.routes.ts';
import { listParkedItems } from './parked-items.service.ts';

export { ParkedItemsRepository } from './parked-items.repository.ts';

/** Parts of callbacks that could not be understood. */
export function registerParkedItems(database: Database) {
  return { routes: parkedItemsRoutes((scope) => listParkedItems(database, scope)) };
}
