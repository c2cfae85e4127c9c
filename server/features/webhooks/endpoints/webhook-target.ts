import { isIP } from 'node:net';
import { AppError } from '../../../../shared/domain/errors.ts';
import {
  type AddressGuard,
  createAddressGuard,
  createRangeGuard,
} from '../../../kernel/http-out/address-guard.ts';

/** Where webhooks may go, as the operator has set it. */
export interface TargetRules {
  permits: AddressGuard;
  /** What WEBHOOK_ALLOW_CIDRS names: there http is allowed too. */
  permitsPlain: AddressGuard;
  /** Whether WEBHOOK_ALLOW_CIDRS names anything at all. */
  allowsPlain: boolean;
}

/** Returns the rules of WEBHOOK_ALLOW_CIDRS. @throws {Error} when an entry is not a range. */
export function createTargetRules(allowCidrs: readonly string[]): TargetRules {
  return {
    permits: createAddressGuard(allowCidrs),
    permitsPlain: createRangeGuard(allowCidrs),
    allowsPlain: allowCidrs.length > 0,
  };
}

/**
 * Returns the address in its one canonical form, if webhooks may go there as far as the address itself shows. What a
 * name leads to is checked with each connection, because it may change.
 * @throws {AppError} validation_failed that says which rule it breaks and who can change that.
 */
export function checkTarget(given: string, rules: TargetRules): string {
  const url = new URL(given);
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  // A name that is this machine by definition, whatever its resolver says.
  const literal = host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : host;
  if (isIP(literal) !== 0 && !rules.permits(literal)) {
    throw refusal(
      `${host} is a private address. The operator of this server can allow it with WEBHOOK_ALLOW_CIDRS.`,
    );
  }
  const isPlain = url.protocol === 'http:';
  if (isPlain && (isIP(literal) === 0 ? !rules.allowsPlain : !rules.permitsPlain(literal))) {
    throw refusal(
      'must start with https://. Plain http is allowed only to the ranges in WEBHOOK_ALLOW_CIDRS of this server.',
    );
  }
  return url.href;
}

function refusal(message: string): AppError {
  return new AppError('validation_failed', { details: [{ path: 'url', message }] });
}
