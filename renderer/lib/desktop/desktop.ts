import type { BridgePlace, DesktopBridge } from '../../../shared/ipc/bridge.ts';
import type { PushName, RequestName } from '../../../shared/ipc/names.ts';
import type { Pushes } from '../../../shared/ipc/pushes.ts';
import type { RequestInput, RequestOutput } from '../../../shared/ipc/requests.ts';
import { t } from '../i18n.ts';
import { translateSentence } from '../translate-sentence.ts';

/** An error of the desktop app. The message is a sentence for the person. */
export class DesktopError extends Error {
  override readonly name = 'DesktopError';
}

/** The API of the preload script; absent in a browser and in tests without a window. */
const bridge: DesktopBridge | undefined = typeof window === 'undefined' ? undefined : window.desktop;

export const isDesktop = bridge !== undefined;

/** The server that this page belongs to; null on the connect screen and in a browser. */
export const place: BridgePlace | null = bridge?.place ?? null;

/** A server that runs on this computer. */
export const offeredServer: string | null = bridge?.offeredServer ?? null;

export const desktopVersion: string = bridge?.version ?? '';

/** Whether this is macOS, which has different key names and starts programs differently. */
export const isMac = bridge?.platform === 'darwin';

/** Requests without an input take no argument. */
type InputArguments<Name extends RequestName> =
  RequestInput<Name> extends undefined ? [] : [input: RequestInput<Name>];

/** Sends a request to the desktop app. Every failure is a `DesktopError`. */
export async function ask<Name extends RequestName>(
  name: Name,
  ...[input]: InputArguments<Name>
): Promise<RequestOutput<Name>> {
  if (!bridge) throw new DesktopError(t('errors:desktopOnly'));
  const response = await bridge.ask(name, input as RequestInput<Name>).catch((cause: unknown) => {
    throw new DesktopError(t('errors:desktopSilent'), { cause });
  });
  if (!response.ok) throw new DesktopError(translateSentence(response.message));
  return response.value;
}

/** Sends a message to the desktop app without waiting. Ignores errors. Does nothing in a browser. */
export function send<Name extends RequestName>(name: Name, ...input: InputArguments<Name>): void {
  if (bridge) ask(name, ...input).catch(() => undefined);
}

/** Listens to a push of the desktop app until the returned function is called. Does nothing in a browser. */
export function listen<Name extends PushName>(
  name: Name,
  listener: (value: Pushes[Name]) => void,
): () => void {
  return bridge?.listen(name, listener) ?? (() => undefined);
}
