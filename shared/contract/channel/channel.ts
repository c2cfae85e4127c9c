import { z } from 'zod';
import { CHANNEL_REASONS } from '../../domain/reasons/channel-reasons.ts';
import { TimeSchema } from '../../domain/text.ts';
import { ReasonParamsSchema, reasonCode } from '../reason-code.ts';

/**
 * The state of a workspace's connection to the platform. Only a response that rejects the credentials sets
 * `credentials_refused`; `platform_unreachable` ends with the platform's next response.
 */
export const CHANNEL_STATES = [
  'not_connected',
  'connected',
  'credentials_refused',
  'platform_unreachable',
] as const;

/** What is wrong with a connection: the platform's code, the sentence, and the sentence's own code. */
export const ChannelReasonSchema = z.strictObject({
  code: z.string().nullable().describe('WhatsApp’s code'),
  message: z.string(),
  messageCode: reasonCode(CHANNEL_REASONS).nullable().describe('The code of `message`; null for other texts'),
  messageParams: ReasonParamsSchema,
});

export const ChannelSchema = z.strictObject({
  state: z.enum(CHANNEL_STATES),
  since: TimeSchema.nullable().describe('Start of this state; null if the workspace was never connected'),
  reason: ChannelReasonSchema.nullable().describe('WhatsApp’s error while it is not connected'),
});

export type ChannelState = (typeof CHANNEL_STATES)[number];
export type Channel = z.infer<typeof ChannelSchema>;
