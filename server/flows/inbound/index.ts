import { type Channel, numberNotices } from '../../features/channel/index.ts';
import { erasedPeopleRetention } from '../../features/contacts/index.ts';
import { parkedItemRetention, parkedItemsRoutes } from '../../features/parked-items/index.ts';
import { operatorContext } from '../../kernel/context/context.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { Templates } from '../templates/index.ts';
import { createCallbackWorkspaces } from './callback-workspaces.ts';
import { callbackRetention } from './inbound-callbacks.sql.ts';
import { createInboundWorker } from './inbound-worker.ts';
import { parkedStatusRetention } from './parked-statuses.repository.ts';
import { createTakeCallback } from './take-callback.ts';

/**
 * Wires inbound callbacks: they are stored before they are acknowledged, then processed by a worker. Items
 * that cannot be processed are parked.
 */
export function wireInbound(kernel: Kernel, { signals }: Channel, templates: Templates) {
  const { database } = kernel.background;
  const workspaces = createCallbackWorkspaces(kernel.resources);
  const callbacks = createTakeCallback(kernel.database, workspaces, (scope) => {
    worker.wake();
    signals.noteEvent(operatorContext(kernel.resources, scope));
  });
  const worker = createInboundWorker(kernel.background.resources, {
    notices: { ...numberNotices, ...templates.notices },
    onParked: kernel.metrics.parkedItem,
    isCrowded: callbacks.isCrowded,
  });
  return {
    workers: [worker],
    retention: [
      callbackRetention(database),
      parkedStatusRetention(database),
      parkedItemRetention(database),
      erasedPeopleRetention(database),
    ],
    dashboardRoutes: { parkedItems: parkedItemsRoutes() },
    /** The dependencies of the callback routes. */
    callback: {
      find: workspaces.find,
      take: callbacks.take,
      onHandshake: (scope: TenantScope, isCorrect: boolean) =>
        signals.noteHandshake(operatorContext(kernel.resources, scope), isCorrect),
    },
  };
}
