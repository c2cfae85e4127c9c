import { z } from 'zod';
import { TimeSchema } from '../../domain/text.ts';

/**
 * How a workspace stands with the messaging platform. Only an answer about the credentials makes it
 * `credentials_refused`; `platform_unreachable` passes with the platform's first answer.
 */
export const CHANNEL_STATES = [
  'not_connected',
  'connected',
  'credentials_refused',
  'platform_unreachable',
] as const;

export const ChannelSchema = z.strictObject({
  state: z.enum(CHANNEL_STATES),
  since: TimeSchema.nullable().describe('Since when; null while nothing was ever connected'),
  reason: z
    .strictObject({ code: z.string().nullable().describe("The platform's code"), message: z.string() })
    .nullable()
    .describe('What the platform said, where it is not connected'),
});

export type ChannelState = (typeof CHANNEL_STATES)[number];
export type Channel = z.infer<typeof ChannelSchema>;
