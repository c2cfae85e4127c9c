import { isIP } from 'node:net';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { WebhookTargets } from '../../../kernel/config/webhook-targets.ts';
import {
  type AddressGuard,
  createAddressGuard,
  createRangeGuard,
} from '../../../kernel/http-out/address-guard.ts';
import type { PortGuard } from '../../../kernel/http-out/guarded-agent.ts';

/** The addresses that webhooks may be sent to, as configured by the operator. */
export interface TargetRules {
  permitsAt: PortGuard;
  /** The addresses to which http is allowed too: the ranges in WEBHOOK_ALLOW_CIDRS, and this machine if it is allowed. */
  permitsPlain: AddressGuard;
  /** Whether WEBHOOK_ALLOW_CIDRS contains any range. */
  allowsPlain: boolean;
  /** Whether a port of this machine is the product's own, where the rest of the machine is allowed. */
  isOwnPort(port: number): boolean;
}

/** Every address of this machine that only it can reach. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** Returns the rules for targets. @throws {Error} when an entry is not a range. */
export function createTargetRules({ allowCidrs, closedPorts }: WebhookTargets): TargetRules {
  const local = closedPorts === null ? [] : LOOPBACK;
  const anywhere = createAddressGuard(allowCidrs);
  const withLocal = createAddressGuard([...allowCidrs, ...local]);
  const isOwnPort = (port: number) => closedPorts?.includes(port) === true;
  return {
    permitsAt: (port) => (isOwnPort(port) ? anywhere : withLocal),
    permitsPlain: createRangeGuard([...allowCidrs, ...local]),
    allowsPlain: allowCidrs.length > 0,
    isOwnPort,
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
  const isPlain = url.protocol === 'http:';
  const port = Number(url.port) || (isPlain ? 80 : 443);
  if (isIP(literal) !== 0 && !rules.permitsAt(port, isPlain)(literal)) {
    if (rules.isOwnPort(port) && rules.permitsPlain(literal))
      throw refusal(`${host}:${port} is used by this server itself. Use the port of your own program.`);
    throw refusal(
      `${host} is a private address. The operator of this server can allow it with WEBHOOK_ALLOW_CIDRS.`,
    );
  }
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
