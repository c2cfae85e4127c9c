export {
  countParkedItems,
  itemsAwaiting,
  mentioningItems,
  type ParkedContent,
  type Parking,
  parkedItemRetention,
  parkItem,
  type RetryOptions,
  removeParkedItem,
  retryableItems,
  rewriteParkedItem,
} from './parked-items.repository.ts';
export { parkedItemsRoutes } from './parked-items.routes.ts';
export { listParkedItems, openParkedItem } from './parked-items.service.ts';
