import { ParkedItemsRepository, registerParkedItems } from '../features/parked-items/index.ts';
import { createApplyInboundChange } from '../flows/apply-inbound-change.ts';
import { createApplyReaction } from '../flows/apply-reaction.ts';
import { createApplyStatus } from '../flows/apply-status.ts';
import { createCallbackStore } from '../flows/callback-store.ts';
import { createCallbackWorker } from '../flows/callback-worker.ts';
import { createCallbackWorkspaces } from '../flows/callback-workspaces.ts';
import { createReceiveInbound } from '../flows/receive-inbound.ts';
import { createStoreInbound } from '../flows/store-inbound.ts';
import { createTakeCallback } from '../flows/take-callback.ts';
import type { Channel } from './channel.ts';
import type { Kernel } from './kernel.ts';
import type { Templates } from './templates.ts';

export type Inbound = ReturnType<typeof wireInbound>;

/** What the platform tells: stored at the door, then taken in by a worker; the rest is parked. */
export function wireInbound(kernel: Kernel, { settings, state, notices }: Channel, templates: Templates) {
  const { logger, database, inUnitOfWork } = kernel;
  const applyStatus = createApplyStatus({ database, inUnitOfWork });
  const { receive, applyWaiting } = createReceiveInbound({
    database,
    logger,
    applyStatus,
    storeInbound: createStoreInbound({ database, inUnitOfWork }),
    applyReaction: createApplyReaction({ database, inUnitOfWork }),
    applyChange: createApplyInboundChange({ database, inUnitOfWork }),
    notices: { ...notices, ...templates.notices },
    ownNumber: settings.numberOf,
  });
  const callbackWorkspaces = createCallbackWorkspaces(database, settings.openAppSecret);
  const callbackStore = createCallbackStore(database);
  const callbackWorker = createCallbackWorker({
    database,
    logger,
    receive,
    isCrowded: callbackStore.isCrowded,
    park: (scope, body, reason) =>
      new ParkedItemsRepository(database, scope).park(
        'callback',
        reason,
        body.toString('utf8').slice(0, 100_000),
      ),
  });
  return {
    applyStatus,
    applyWaiting,
    workers: [callbackWorker],
    dashboardRoutes: { parkedItems: registerParkedItems(database).routes },
    /** What the platform's calls need. */
    door: {
      find: callbackWorkspaces.find,
      take: createTakeCallback({
        ...callbackWorkspaces,
        store: callbackStore.store,
        onStored: (scope) => {
          callbackWorker.wake();
          state.noteEvent(scope);
        },
      }),
      onHandshake: state.noteHandshake,
    },
  };
}
