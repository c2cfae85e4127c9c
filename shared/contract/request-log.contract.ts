import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { REQUEST_METHODS, REQUEST_OUTCOMES } from '../domain/logged-requests.ts';
import { TimeSchema } from '../domain/text.ts';
import { CursorSchema, cursorPageOf, limitQuery, route } from './base.ts';

/** Requests are kept for so many days, and at most so many of a workspace. */
export const REQUEST_LOG_DAYS = 30;
export const REQUEST_LOG_ROWS = 100_000;

export const LoggedRequestSchema = z.strictObject({
  id: idSchema('loggedRequest'),
  method: z.string(),
  path: z
    .string()
    .describe('Without values that could be personal: `*` stands for a phone number and the like'),
  status: z.int().describe('499: the program disconnected before the response'),
  milliseconds: z.int(),
  key: z.strictObject({
    id: idSchema('apiKey'),
    name: z.string().nullable().describe('Null when the key was deleted long ago'),
    isDeleted: z.boolean(),
  }),
  requestId: z.string().describe('As in the header X-Request-Id'),
  ip: z.string().nullable(),
  errorCode: z.string().nullable(),
  invalidFields: z.array(z.string()).describe('Fields that the error named'),
  idempotencyKey: z.string().nullable().describe('The first 64 characters'),
  createdAt: TimeSchema,
});

export const requestLogContract = {
  /** The requests of programs, newest first. */
  list: route('keys:manage')
    .route({ method: 'GET', path: '/api-requests' })
    .input(
      z.object({
        query: z.strictObject({
          limit: limitQuery(50),
          cursor: CursorSchema.optional(),
          outcome: z.enum(REQUEST_OUTCOMES).optional(),
          method: z.enum(REQUEST_METHODS).optional(),
          keyId: z.string().max(64).optional(),
          search: z
            .string()
            .trim()
            .min(1)
            .max(128)
            .optional()
            .describe('A part of the path, a whole request id or Idempotency-Key, a status or an error code'),
        }),
      }),
    )
    .output(cursorPageOf(LoggedRequestSchema)),
};

export type LoggedRequest = z.infer<typeof LoggedRequestSchema>;
export type RequestLogQuery = z.output<
  (typeof requestLogContract)['list']['~orpc']['inputSchema'] & object
>['query'];
