import { toAppAddress, toBrowserAddress } from './scheme-address.ts';

const schemes: string[] = [];

export function registerScheme(scheme: string): void {
  schemes.push(scheme);
}

export function privateSchemes(): readonly string[] {
  return schemes;
}

/** The address as main knows it. */
export function toApp(url: string): string {
  return toAppAddress(url, schemes);
}

/** The address as Chromium knows it. */
export function toBrowser(url: string): string {
  return toBrowserAddress(url, schemes);
}

export function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':'));
}

/** As `webFrameMain.origin` has it. */
export function originOf(url: string): string {
  if (schemes.includes(schemeOf(url))) return /^[^:]+:\/\/[^/?#]+/.exec(url)?.[0] ?? 'null';
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
