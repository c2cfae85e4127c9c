import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import type { Config } from '../../config.ts';
import { isOfTestNumber } from '../graph/test-platform.ts';

/** Returns the address to which the platform sends a workspace's callbacks. */
export function callbackUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, tenantId: string): string {
  return `${publicUrl}/api/v1/webhook/${tenantId}`;
}

/**
 * Returns why the platform cannot reach the callback URL; empty when no problem is known.
 * @param token that of the number, if there is one.
 */
export function callbackWarnings(
  { graphUrl, publicUrl }: Pick<Config, 'graphUrl' | 'publicUrl'>,
  token: string | null = null,
): string[] {
  // The sandbox runs on this machine and calls any address.
  if (isLoopback(graphUrl) || (token !== null && isOfTestNumber(token))) return [];
  if (isLoopback(publicUrl)) return [CHANNEL_REASONS.write('address_local', { url: publicUrl })];
  if (publicUrl.startsWith('https:')) return [];
  return [CHANNEL_REASONS.write('address_without_https', { url: publicUrl })];
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^(127\.|0\.0\.0\.0$)/.test(hostname);
}
