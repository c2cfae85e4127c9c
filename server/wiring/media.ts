import { join } from 'node:path';
import { createMediaTransfer } from '../cloud-api/media-transfer.ts';
import { createMediaAddresses, createMediaFiles, registerMedia } from '../features/media/index.ts';
import { createFetchWorker } from '../flows/fetch-media.ts';
import { createRefetchMedia } from '../flows/refetch-media.ts';
import { createUploadForSend } from '../flows/upload-for-send.ts';
import { createAddressGuard } from '../kernel/http-out/address-guard.ts';
import { createAskContentType } from '../kernel/http-out/ask-content-type.ts';
import { createGuardedAgent } from '../kernel/http-out/guarded-agent.ts';
import { openStorage } from '../kernel/storage/storage.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import type { Channel } from './channel.ts';
import type { Kernel } from './kernel.ts';

export type Media = ReturnType<typeof wireMedia>;

/** How long a stranger's server may take to say what a file is. */
const FILE_ANSWER_MS = 3_000;

/** Files: kept here, fetched from the platform and handed to it, and asked about where others keep them. */
export function wireMedia(kernel: Kernel, { graphHttp, settings }: Channel) {
  const { config, logger, database, keyring, inUnitOfWork } = kernel;
  const permits = createAddressGuard(config.allowCidrs);
  const files = createMediaFiles(openStorage({ folder: join(config.dataDir, 'media'), s3: config.s3 }));
  const addresses = createMediaAddresses(keyring);
  const transfer = createMediaTransfer({ http: graphHttp, graphUrl: config.graphUrl, permits });
  const fetchWorker = createFetchWorker({ database, logger, inUnitOfWork, settings, transfer, files });
  const media = registerMedia({
    database,
    files,
    addresses,
    publicUrl: config.publicUrl,
    refetch: createRefetchMedia({ database, inUnitOfWork, wakeFetcher: fetchWorker.wake }),
  });
  return {
    files,
    transfer,
    askContentType: createAskContentType({
      dispatcher: createGuardedAgent({ permits, timeoutMs: FILE_ANSWER_MS }),
      timeoutMs: FILE_ANSWER_MS,
    }),
    uploadForSend: createUploadForSend({ database, transfer, files }),
    workers: [fetchWorker],
    publicRoutes: { media: media.publicRoutes },
    dashboardRoutes: { media: media.dashboardRoutes },
    /** What the routers of files and uploads need. */
    door: {
      addresses,
      find: media.findServed,
      upload: media.service.upload,
      // The signature of an address has just proved whose file it names.
      scopeOf: mintTenantScope,
    },
  };
}
