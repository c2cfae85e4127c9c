import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { MEDIA_KINDS } from '../domain/media-kind.ts';
import { MEDIA_REASONS } from '../domain/reasons/media-reasons.ts';
import { TimeSchema } from '../domain/text.ts';
import { errors, fileRoute, PathIdSchema, route } from './base.ts';
import { ReasonParamsSchema, reasonCode } from './reason-code.ts';

export const MEDIA_STATES = ['fetching', 'ready', 'failed', 'expired'] as const;

/** The file of a message. It contains nothing that expires; temporary addresses are requested by id. */
export const MediaSchema = z
  .strictObject({
    id: idSchema('media'),
    state: z
      .enum(MEDIA_STATES)
      .describe(
        '`fetching`: being downloaded from WhatsApp; `failed`: the download failed, see `reason`; `expired`: WhatsApp no longer has the file',
      ),
    url: z
      .string()
      .nullable()
      .describe(
        'The path of the file on this server, for requests with an API key that can read messages; null until the file is ready',
      ),
    mimeType: z.string(),
    size: z.int().nullable().describe('Bytes; null while unknown'),
    filename: z.string().nullable(),
    width: z.int().nullable().describe('Of an image, upright, in pixels'),
    height: z.int().nullable(),
    reason: z.string().nullable().describe('Why it failed'),
    reasonCode: reasonCode(MEDIA_REASONS).nullable().describe('The code of `reason`; null for other texts'),
    reasonParams: ReasonParamsSchema,
  })
  .meta({ id: 'Media' });

const ready = {
  url: z.string().describe('The address of the file, valid until `expiresAt`; it needs no key'),
  thumbnailUrl: z.string().nullable().describe('The address of a thumbnail, if there is one'),
  expiresAt: TimeSchema,
};

const MediaAddressSchema = z.strictObject({ id: idSchema('media'), ...ready });

const byId = z.object({ id: PathIdSchema });

const KindSchema = z.enum(MEDIA_KINDS).describe('The type of message that it can be sent as');

/** A file for a later message, as programs see it. */
const UploadSchema = z
  .strictObject({
    id: idSchema('media').describe('Send it as `mediaId`'),
    kind: KindSchema,
    mimeType: z.string(),
    size: z.int().describe('Bytes'),
    sha256: z.string().describe('The digest of the bytes, as hexadecimal digits'),
    filename: z.string().nullable(),
    expiresAt: TimeSchema.describe('A file that is not part of a message by then is deleted'),
  })
  .meta({ id: 'Upload' });

/** The file routes for integrators. */
export const mediaContract = {
  upload: fileRoute('messages:send')
    .route({
      method: 'POST',
      path: '/media',
      tags: ['Media'],
      summary: 'Upload a file',
      description:
        'The body is the bytes of the file, with its type as `Content-Type`; the type `application/octet-stream` is derived from the extension of `filename`. Up to 5 MB for images, 16 MB for video and audio, 100 MB for documents, 500 KB for animated and 100 KB for other stickers. Send the file within 24 hours, as `mediaId` of one message.',
      successStatus: 201,
    })
    .errors(errors('storage_full'))
    .input(
      z.object({
        query: z.strictObject({
          filename: z
            .string()
            .max(1_000)
            .optional()
            .describe('The name that the customer sees of a document'),
        }),
      }),
    )
    .output(UploadSchema),
  get: route('messages:read')
    .route({
      method: 'GET',
      path: '/media/{id}',
      tags: ['Media'],
      summary: 'Get a file',
      description:
        'Redirects (302) to the file, which supports range requests; `curl -L` and `fetch` follow the redirect. With `Accept: application/json`, the response describes the file instead, with addresses that need no key and are valid for about an hour.',
    })
    .errors(errors('media_not_found', 'media_not_ready'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ ...MediaSchema.shape, ...ready })),
};

const StorageUseSchema = z.strictObject({
  usedBytes: z.int().describe('Complete files, without thumbnails'),
  limitBytes: z.int().nullable().describe('null: no limit'),
  unsentBytes: z.int().describe('Uploads that no message carries yet; they are removed after 24 hours'),
  unsentLimitBytes: z.int(),
  isDiskFull: z.boolean().describe('The disk of the server is almost full: no file can be stored'),
});

/** The file routes for the inbox. Uploads are not JSON and have their own route, `POST /media`. */
export const dashboardMediaContract = {
  /** Returns new addresses of files that are ready and omits others. */
  addresses: route('messages:read')
    .route({ method: 'GET', path: '/media' })
    .input(
      z.object({
        query: z.strictObject({
          ids: z
            .string()
            .max(4_000)
            .transform((list) => list.split(',').filter(Boolean))
            .pipe(z.array(idSchema('media')).min(1).max(100))
            .describe('Up to 100 ids, separated by commas'),
        }),
      }),
    )
    .output(z.strictObject({ data: z.array(MediaAddressSchema) })),
  /** Returns what the workspace's files use. */
  storage: route('settings:manage')
    .route({ method: 'GET', path: '/storage' })
    .input(z.object({}))
    .output(StorageUseSchema),
  /** Retries a failed download. */
  refetch: route('messages:send')
    .route({ method: 'POST', path: '/media/{id}/fetch' })
    .errors(errors('media_not_found'))
    .input(z.object({ params: byId }))
    .output(MediaSchema),
};

/** The response to an upload: a file that the next message can contain. */
export const UploadedMediaSchema = z.strictObject({
  id: idSchema('media'),
  kind: KindSchema,
  mimeType: z.string(),
  size: z.int(),
  filename: z.string().nullable(),
});

export type Media = z.infer<typeof MediaSchema>;
export type MediaState = Media['state'];
export type MediaAddress = z.infer<typeof MediaAddressSchema>;
export type StorageUse = z.infer<typeof StorageUseSchema>;
export type Upload = z.infer<typeof UploadSchema>;
export type UploadedMedia = z.infer<typeof UploadedMediaSchema>;
