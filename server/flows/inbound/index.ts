import type { Channel } from '../../features/channel/index.ts';
import { parkedItemRetention, registerParkedItems } from '../../features/parked-items/index.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { Templates } from '../templates/index.ts';
import { parkedStatusRetention } from './apply-status.ts';
import { createCallbackWorkspaces } from './callback-workspaces.ts';
import { callbackRetention } from './inbound-callbacks.sql.ts';
import { createInboundWorker } from './inbound-worker.ts';
import { createTakeCallback } from './take-callback.ts';

/** What the platform reports: stored before it is answered, then taken in by a worker; the rest is parked. */
export function wireInbound(kernel: Kernel, { settings, state, notices }: Channel, templates: Templates) {
  const { database } = kernel.background;
  const workspaces = createCallbackWorkspaces(kernel.database, settings.openAppSecret);
  const callbacks = createTakeCallback(kernel.database, workspaces, (scope) => {
    worker.wake();
    state.noteEvent(scope);
  });
  const worker = createInboundWorker({
    ...kernel.background,
    logger: kernel.logger,
    notices: { ...notices, ...templates.notices },
    onParked: kernel.metrics.parkedItem,
    ownNumber: settings.numberOf,
    isCrowded: callbacks.isCrowded,
  });
  return {
    workers: [worker],
    retention: [callbackRetention(database), parkedStatusRetention(database), parkedItemRetention(database)],
    dashboardRoutes: { parkedItems: registerParkedItems(kernel.database).routes },
    /** What the platform's calls need. */
    callback: { find: workspaces.find, take: callbacks.take, onHandshake: state.noteHandshake },
  };
}
