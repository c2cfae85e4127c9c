import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { TimeSchema } from '../domain/text.ts';
import { errors, route } from './base.ts';

export const MEDIA_STATES = ['fetching', 'ready', 'failed', 'expired'] as const;

/** The file of a message. Nothing in it grows old: an address that does is asked for by the id. */
export const MediaSchema = z
  .strictObject({
    id: idSchema('media'),
    state: z
      .enum(MEDIA_STATES)
      .describe(
        '`fetching`: on its way from the platform; `failed`: it could not be fetched, see `reason`; `expired`: the platform no longer has it',
      ),
    url: z
      .string()
      .nullable()
      .describe(
        'Where on this server the file is, for a request with an API key that may read messages; null until it is ready',
      ),
    mimeType: z.string(),
    size: z.int().nullable().describe('Bytes; null while unknown'),
    filename: z.string().nullable(),
    width: z.int().nullable().describe('Of a picture, upright, in pixels'),
    height: z.int().nullable(),
    reason: z.string().nullable().describe('Why it failed'),
  })
  .meta({ id: 'Media' });

const ready = {
  url: z.string().describe('Where the file is until `expiresAt`, for anybody who has the address'),
  thumbnailUrl: z.string().nullable().describe('A small picture of it, where there is one'),
  expiresAt: TimeSchema,
};

const MediaAddressSchema = z.strictObject({ id: idSchema('media'), ...ready });

const byId = z.object({ id: z.string().max(64) });

/** What integrators do with files. */
export const mediaContract = {
  get: route('messages:read')
    .route({
      method: 'GET',
      path: '/media/{id}',
      tags: ['Media'],
      summary: 'Get a file',
      description:
        'Redirects (302) to the file, which can be asked for in ranges; `curl -L` and `fetch` follow by themselves. With `Accept: application/json` the answer is this description instead, with addresses that are good for about an hour and need no key.',
    })
    .errors(errors('media_not_found', 'media_not_ready'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ ...MediaSchema.shape, ...ready })),
};

/** What the inbox does with files; uploads are no JSON and have an address of their own, `POST /media`. */
export const dashboardMediaContract = {
  /** Fresh addresses of files that are ready; others are left out. */
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
  /** Tries to fetch a file again that could not be fetched. */
  refetch: route('messages:send')
    .route({ method: 'POST', path: '/media/{id}/fetch' })
    .errors(errors('media_not_found'))
    .input(z.object({ params: byId }))
    .output(MediaSchema),
};

/** What an upload answers: a file that the next message may carry. */
export const UploadedMediaSchema = z.strictObject({
  id: idSchema('media'),
  kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
  mimeType: z.string(),
  size: z.int(),
  filename: z.string().nullable(),
});

export type Media = z.infer<typeof MediaSchema>;
export type MediaState = Media['state'];
export type MediaAddress = z.infer<typeof MediaAddressSchema>;
export type UploadedMedia = z.infer<typeof UploadedMediaSchema>;
