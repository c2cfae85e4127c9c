import { z } from 'zod';
import { idSchema, TenantIdSchema } from '../../domain/ids.ts';
import { KEY_PERMISSIONS } from '../../domain/permissions.ts';
import { route } from '../base.ts';

/** What a program is: its workspace, its key, and whether messages can be sent now. */
export const MeSchema = z
  .strictObject({
    workspace: z.strictObject({ id: TenantIdSchema, name: z.string() }),
    key: z.strictObject({
      id: idSchema('apiKey'),
      name: z.string(),
      permissions: z.array(z.enum(KEY_PERMISSIONS)),
      hint: z.string().describe('The last 4 characters of the key'),
    }),
    channel: z.strictObject({
      state: z
        .enum(['connected', 'degraded', 'refused', 'not_connected'])
        .describe(
          '`degraded`: WhatsApp is unreachable, and messages wait. `refused`: it rejects the credentials; messages wait until an admin enters new ones. The event `channel.updated` calls these states `platform_unreachable` and `credentials_refused`',
        ),
      phoneNumber: z
        .string()
        .nullable()
        .describe('The connected number as WhatsApp writes it; null until it is known'),
      problem: z.string().nullable().describe('What is wrong, in one sentence'),
    }),
    limits: z
      .strictObject({ keyPerMinute: z.int(), workspacePerMinute: z.int() })
      .describe('Requests a minute'),
  })
  .meta({ id: 'Me' });

export const publicMe = {
  me: {
    get: route('key')
      .route({
        method: 'GET',
        path: '/me',
        tags: ['Account'],
        summary: 'Test a key',
        description: 'For the connection test of an integration. Every key may call it.',
      })
      .input(z.object({ query: z.strictObject({}) }))
      .output(MeSchema),
  },
};

export type Me = z.infer<typeof MeSchema>;
