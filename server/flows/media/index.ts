import { join } from 'node:path';
import type { Channel } from '../../features/channel/index.ts';
import {
  allMediaBytes,
  createImageDecoder,
  createMediaFiles,
  type ImageLimits,
  registerMedia,
} from '../../features/media/index.ts';
import { createAskContentType } from '../../kernel/http-out/ask-content-type.ts';
import { createGuardedAgent } from '../../kernel/http-out/guarded-agent.ts';
import { createLinkRules } from '../../kernel/http-out/link-rules.ts';
import type { Kernel } from '../../kernel/index.ts';
import { countSeldom } from '../../kernel/metrics/metrics.ts';
import { openStorage } from '../../kernel/storage/storage.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { createMediaTransfer } from '../../platform/media-transfer.ts';
import { createFetchWorker, refetchFile } from './fetch-media.ts';
import { mediaRetention, mediaUsageRecount } from './sweep-media.ts';

export type Media = ReturnType<typeof wireMedia>;

/** Timeout for requesting the type of a file from an external server. */
const CONTENT_TYPE_MS = 3_000;

/**
 * Wires files: their storage, their thumbnails, transfers from and to the platform, and type requests for external
 * files. Tests pass other limits for images.
 */
export function wireMedia(
  kernel: Kernel,
  { graphHttp, testPlatform }: Channel,
  { imageLimits }: { imageLimits?: Partial<ImageLimits> | undefined } = {},
) {
  const { config, resources, background } = kernel;
  const permitsAt = createLinkRules(config.mediaAllow);
  const images = createImageDecoder({
    logger: kernel.logger,
    onOutcome: kernel.metrics.image,
    limits: imageLimits,
  });
  const storage = openStorage({ folder: join(config.dataDir, 'media'), s3: config.s3 });
  const files = createMediaFiles(storage, images);
  const transfer = createMediaTransfer({
    http: graphHttp,
    graphUrl: config.graphUrl,
    testPlatform,
    permitsAt,
  });
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
    files,
    limits,
    refetch: (ctx, id) => refetchFile(ctx, fetchWorker.wake, id),
  });
  return {
    files,
    images,
    transfer,
    askContentType: createAskContentType({
      dispatcher: createGuardedAgent({ permitsAt, timeoutMs: CONTENT_TYPE_MS }),
      timeoutMs: CONTENT_TYPE_MS,
    }),
    workers: [fetchWorker],
    retention: [
      mediaRetention(background.database, files),
      mediaUsageRecount(background.database, kernel.logger),
    ],
    publicRoutes: { media: media.publicRoutes },
    dashboardRoutes: { media: media.dashboardRoutes },
    /** The dependencies of the file and upload routers. The signature of an address proves its workspace. */
    routerParts: { resources, files, limits, scopeOf: mintTenantScope },
  };
}
