import type { Header } from './headers.ts';

/** `Fetch.requestPaused`: a request before it is sent, or a response before the page receives it. */
export interface Paused {
  requestId: string;
  networkId?: string;
  redirectedRequestId?: string;
  frameId: string;
  resourceType: string;
  request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    postDataEntries?: { bytes?: string }[];
  };
  responseStatusCode?: number;
  responseStatusText?: string;
  responseErrorReason?: string;
  responseHeaders?: Header[];
}

const TYPES: Record<string, string> = {
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  Media: 'media',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
};

/** Returns Electron's resource type of a request. */
export function resourceTypeOf(paused: Paused, mainFrame: string): string {
  if (paused.resourceType === 'Document') return paused.frameId === mainFrame ? 'mainFrame' : 'subFrame';
  return TYPES[paused.resourceType] ?? 'other';
}

export function bodyOf({ request }: Paused): Buffer | null {
  if (!request.postDataEntries) return null;
  return Buffer.concat(request.postDataEntries.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')));
}
