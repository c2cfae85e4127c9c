export { createClient, type SwitchboardClient } from './create-client.ts';
export type { ApiErrorCode } from './generated/error-codes.ts';
export type * from './generated/types.ts';
export type { CallOptions, ClientOptions, PostOptions } from './send.ts';
export { type ClientErrorCode, type ErrorDetail, SwitchboardError } from './switchboard-error.ts';
export { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './verify-webhook.ts';
