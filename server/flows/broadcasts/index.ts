import { messagedRetention } from '../../features/broadcasts/index.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { RightOfWay } from '../../kernel/queue/right-of-way.ts';
import { createBroadcastWorker } from './broadcast-worker.ts';
import { broadcastsRoutes, dashboardBroadcastsRoutes } from './broadcasts.routes.ts';
import type { SendFromApi } from './preview-broadcast.ts';

/** Wires broadcasts: one template to many people, over the queue of all messages. */
export function wireBroadcasts(
  { background, config, metrics }: Pick<Kernel, 'background' | 'config' | 'metrics'>,
  {
    wakeSender,
    sendFromApi,
    rightOfWay,
  }: { wakeSender(): void; sendFromApi: SendFromApi; rightOfWay: RightOfWay },
) {
  metrics.expectJobs(['broadcast']);
  const worker = createBroadcastWorker(background.resources, {
    wakeSender,
    rightOfWay,
    expiryHours: config.sends.expiryHours,
    noteFailed: () => metrics.jobFailed('broadcast'),
  });
  return {
    workers: [worker],
    retention: [messagedRetention(background.database)],
    publicRoutes: { broadcasts: broadcastsRoutes(worker.wake) },
    dashboardRoutes: { broadcasts: dashboardBroadcastsRoutes(worker.wake, sendFromApi) },
  };
}
