export {
  itemsAwaiting,
  type Parking,
  parkedItemRetention,
  parkItem,
  type RetryOptions,
  removeParkedItem,
  retryableItems,
} from './parked-items.repository.ts';
export { parkedItemsRoutes } from './parked-items.routes.ts';
export { listParkedItems } from './parked-items.service.ts';
