import type { CreateWebhookEndpoint } from '../../../../shared/contract/webhook-endpoints.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';

/**
 * The values of headers; one that is not given stays as it was.
 * @throws {AppError} validation_failed for a new header without a value.
 */
export function mergeHeaders(
  given: CreateWebhookEndpoint['headers'],
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    given.map(({ name, value }, index) => {
      const kept = value ?? before[name];
      if (kept === undefined) {
        const details = [{ path: `headers.${index}.value`, message: 'is required: the header is new' }];
        throw new AppError('validation_failed', { details });
      }
      return [name, kept];
    }),
  );
}
