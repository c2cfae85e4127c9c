import { type Channel, numberNotices } from '../../features/channel/index.ts';
import { erasedPeopleRetention } from '../../features/contacts/index.ts';
import {
  countParkedItems,
  parkedItemRetention,
  parkedItemsRoutes,
} from '../../features/parked-items/index.ts';
import { type Context, operatorContext } from '../../kernel/context/context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { countSeldom } from '../../kernel/metrics/metrics.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { Templates } from '../templates/index.ts';
import { businessAppNotices } from './business-app.ts';
import { createCallbackWorkspaces } from './callback-workspaces.ts';
import { callNotices } from './calls.ts';
import { consentNotices } from './consent.ts';
import { callbackRetention } from './inbound-callbacks.sql.ts';
import { createInboundWorker } from './inbound-worker.ts';
import { parkedStatusRetention } from './parked-statuses.repository.ts';
import { retryParked, retryParkedItem } from './retry-parked.ts';
import { createTakeCallback } from './take-callback.ts';

/** Items that one request puts back. Each takes a transaction, and the request must end within seconds. */
const RETRIED_MAX = 200;

/**
 * Wires inbound callbacks: they are stored before they are acknowledged, then processed by a worker. Items
 * that cannot be processed are parked.
 */
export function wireInbound(kernel: Kernel, { signals }: Channel, templates: Templates) {
  const { database } = kernel.background;
  // Requests that hold every other connection do not keep callbacks from being stored.
  const own = kernel.database.withShare('callbacks');
  const workspaces = createCallbackWorkspaces({ db: own, keyring: kernel.keyring });
  const callbacks = createTakeCallback(own, workspaces, (scope) => {
    worker.wake();
    signals.noteEvent(operatorContext(kernel.resources, scope));
  });
  const worker = createInboundWorker(kernel.background.resources, {
    notices: {
      ...numberNotices,
      ...templates.notices,
      ...consentNotices,
      ...businessAppNotices,
      ...callNotices,
    },
    onParked: kernel.metrics.parkedItem,
    isCrowded: callbacks.isCrowded,
  });
  kernel.metrics.gauge(
    'switchboard_parked_items',
    'Parked items of all workspaces, up to 10,000, without those that wait for a message',
    countSeldom(() => countParkedItems(database)),
  );
  const thenWake = async <T>(retried: Promise<T>): Promise<T> => {
    const result = await retried;
    worker.wake();
    return result;
  };
  const retryOne = (ctx: Context, id: string) => thenWake(retryParkedItem(ctx, id));
  const retryMany = (ctx: Context, kind: string | undefined) =>
    thenWake(retryParked(ctx, { kind, max: RETRIED_MAX }));
  return {
    workers: [worker],
    retention: [
      callbackRetention(database),
      parkedStatusRetention(database),
      parkedItemRetention(database),
      erasedPeopleRetention(database),
    ],
    dashboardRoutes: { parkedItems: parkedItemsRoutes({ retryOne, retryMany }) },
    /** The dependencies of the callback routes. */
    callback: {
      find: workspaces.find,
      canReceive: workspaces.canReceive,
      take: callbacks.take,
      onHandshake: (scope: TenantScope) => signals.noteHandshake(operatorContext(kernel.resources, scope)),
    },
  };
}
