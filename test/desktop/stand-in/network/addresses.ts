import { toAppAddress, toBrowserAddress } from './scheme-address.ts';

const schemes: string[] = [];

export function registerScheme(scheme: string): void {
  schemes.push(scheme);
}

export function privateSchemes(): readonly string[] {
  return schemes;
}

/** Converts a URL to main's form. */
export function toApp(url: string): string {
  return toAppAddress(url, schemes);
}

/** Converts a URL to Chromium's form. */
export function toBrowser(url: string): string {
  return toBrowserAddress(url, schemes);
}

export function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':'));
}

/** Returns the origin in the format of `webFrameMain.origin`. */
export function originOf(url: string): string {
  if (schemes.includes(schemeOf(url))) return /^[^:]+:\/\/[^/?#]+/.exec(url)?.[0] ?? 'null';
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
