import { isIP } from 'node:net';
import { AppError } from '../../../../shared/domain/errors.ts';
import {
  type AddressGuard,
  createAddressGuard,
  createRangeGuard,
} from '../../../kernel/http-out/address-guard.ts';

/** The addresses that webhooks may be sent to, as configured by the operator. */
export interface TargetRules {
  permits: AddressGuard;
  /** The ranges in WEBHOOK_ALLOW_CIDRS, to which http is allowed too. */
  permitsPlain: AddressGuard;
  /** Whether WEBHOOK_ALLOW_CIDRS contains any range. */
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
 * Returns the URL in canonical form, if webhooks may be sent there as far as the URL itself shows. The
 * addresses behind a host name can change, so each connection checks them.
 * @throws {AppError} validation_failed, with the broken rule and who can change it.
 */
export function checkTarget(given: string, rules: TargetRules): string {
  const url = new URL(given);
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  // These names mean this machine by definition, regardless of the resolver.
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
