import { join } from 'node:path';
import type { Channel } from '../../features/channel/index.ts';
import { allMediaBytes, createMediaFiles, registerMedia } from '../../features/media/index.ts';
import { createAddressGuard } from '../../kernel/http-out/address-guard.ts';
import { createAskContentType } from '../../kernel/http-out/ask-content-type.ts';
import { createGuardedAgent } from '../../kernel/http-out/guarded-agent.ts';
import type { Kernel } from '../../kernel/index.ts';
import { countSeldom } from '../../kernel/metrics/metrics.ts';
import { openStorage } from '../../kernel/storage/storage.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { createMediaTransfer } from '../../platform/media-transfer.ts';
import { createFetchWorker, refetchFile } from './fetch-media.ts';
import { mediaRetention } from './sweep-media.ts';

export type Media = ReturnType<typeof wireMedia>;

/** Timeout for requesting the type of a file from an external server. */
const CONTENT_TYPE_MS = 3_000;

/** Wires files: their storage, transfers from and to the platform, and type requests for external files. */
export function wireMedia(kernel: Kernel, { graphHttp }: Channel) {
  const { config, resources, background } = kernel;
  const permits = createAddressGuard(config.allowCidrs);
  const files = createMediaFiles(openStorage({ folder: join(config.dataDir, 'media'), s3: config.s3 }));
  const transfer = createMediaTransfer({ http: graphHttp, graphUrl: config.graphUrl, permits });
  const { total, unsent } = config.storage;
  // A bucket has no disk that could be full.
  const limits = { total, unsent, disk: config.s3 ? null : kernel.disk };
  kernel.metrics.gauge(
    'switchboard_media_bytes',
    'Bytes of all stored files',
    countSeldom(() => allMediaBytes(background.database)),
  );
  const fetchWorker = createFetchWorker(background.resources, { transfer, files, limits });
  const media = registerMedia({
    publicUrl: config.publicUrl,
    limits,
    refetch: (ctx, id) => refetchFile(ctx, fetchWorker.wake, id),
  });
  return {
    files,
    transfer,
    askContentType: createAskContentType({
      dispatcher: createGuardedAgent({ permits, timeoutMs: CONTENT_TYPE_MS }),
      timeoutMs: CONTENT_TYPE_MS,
    }),
    workers: [fetchWorker],
    retention: [mediaRetention(background.database, files)],
    publicRoutes: { media: media.publicRoutes },
    dashboardRoutes: { media: media.dashboardRoutes },
    /** The dependencies of the file and upload routers. The signature of an address proves its workspace. */
    routerParts: { resources, files, limits, scopeOf: mintTenantScope },
  };
}
