import { writeFile } from 'node:fs/promises';
import { dialog, net } from 'electron';
import type { Desktop } from './desktop.ts';
import { type Asker, type Handlers, SayableError } from './ipc/ipc-server.ts';
import { checkServer } from './places/server-check.ts';
import type { Updates } from './updates/updates.ts';

/** The handlers of requests from pages. Only a page that belongs to a workspace may make its requests. */
export function createHandlers(desktop: Desktop, updates: Updates): Handlers {
  const { places, views, notices, settings, window } = desktop;
  const check = (address: string) => checkServer((url, options) => net.fetch(url, options), address);

  return {
    'places.list': () => places.list(),
    'places.check': ({ address }) => check(address),
    'places.add': async ({ address }) => {
      const found = await check(address);
      if (found.kind === 'ok') desktop.show(places.add(found).id);
      return found;
    },
    'places.open': ({ id }) => {
      if (!places.find(id)) throw new SayableError('This workspace is no longer on this computer.');
      desktop.show(id);
    },
    'places.remove': ({ id }) => desktop.forget(id),
    'places.connect': () => desktop.show(null),
    'places.describe': (described, asker) => {
      const placeId = own(asker);
      places.describe(placeId, described);
      if (described === null) desktop.signedOut(placeId);
    },

    'notices.show': (notice, asker) => notices.show(own(asker), notice),
    'notices.clear': ({ conversationId }, asker) => notices.clear(own(asker), conversationId),
    'unread.set': ({ count }, asker) => places.setUnread(own(asker), count),
    'links.take': (_nothing, asker) => desktop.takeLetters(own(asker)),

    'files.save': async ({ name, bytes }) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window.window, {
        defaultPath: plainName(name),
      });
      if (canceled || !filePath) return { saved: false };
      await writeFile(filePath, bytes);
      return { saved: true };
    },

    'settings.read': () => settings.state(),
    'settings.write': (change) => settings.write(change),

    'updates.read': () => updates.state(),
    'updates.check': () => updates.check(),
    'updates.install': () => updates.install(),
  };

  function own(asker: Asker): string {
    if (asker.placeId === null || !views.isLoaded(asker.placeId)) {
      throw new SayableError('Only a workspace page can do this.');
    }
    return asker.placeId;
  }
}

/** Returns a safe file name from a message: no folders, no hidden files, no characters that a system reserves. */
function plainName(name: string): string {
  const kept = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '');
  return kept === '' ? 'file' : kept;
}
