import { t } from '../i18n.ts';
import { ask, DesktopError, isDesktop } from './desktop.ts';

/**
 * Saves a file. The desktop app shows the dialog of the operating system; a browser downloads it.
 * @throws {DesktopError | ApiError} with a sentence for the person.
 */
export async function saveFile(url: string, name: string): Promise<void> {
  const address = new URL(url);
  address.searchParams.set('d', '1');
  if (isDesktop) {
    const bytes = await (await loadFile(address.href)).arrayBuffer();
    await ask('files.save', { name: name.slice(0, 255), bytes: new Uint8Array(bytes) });
    return;
  }
  download(address.href, name);
}

function download(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.rel = 'noopener';
  link.click();
}

/** Saves a text as a file, as `saveFile` does. @throws {DesktopError} with a sentence for the person. */
export async function saveText(text: string, name: string): Promise<void> {
  if (!isDesktop) {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
    download(address, name);
    // The download has begun when the click is over.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return;
  }
  await ask('files.save', { name: name.slice(0, 255), bytes: new TextEncoder().encode(text) });
}

/** Loads a file of a message. @throws {DesktopError} with a sentence for the person. */
export async function loadFile(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new DesktopError(t('errors:fileNotLoaded'));
  return response.blob();
}
