import type { Config } from '../../config.ts';

/** Returns the address to which the platform sends a workspace's callbacks. */
export function callbackUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, tenantId: string): string {
  return `${publicUrl}/api/v1/webhook/${tenantId}`;
}

/** Returns why the platform cannot reach the callback address; empty when no problem is known. */
export function callbackWarnings({ graphUrl, publicUrl }: Pick<Config, 'graphUrl' | 'publicUrl'>): string[] {
  // The sandbox runs on this machine and calls any address.
  if (isLoopback(graphUrl)) return [];
  const remedy = 'Start the server with PUBLIC_URL=https://… (an address that the platform reaches).';
  if (isLoopback(publicUrl)) {
    return [`The platform cannot reach ${publicUrl}: only this machine can. ${remedy}`];
  }
  if (publicUrl.startsWith('https:')) return [];
  return [`The platform takes no callback address without https, as ${publicUrl} is. ${remedy}`];
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^(127\.|0\.0\.0\.0$)/.test(hostname);
}
