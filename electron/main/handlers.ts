import { writeFile } from 'node:fs/promises';
import { dialog, net } from 'electron';
import type { Desktop } from './desktop.ts';
import type { Caller, Handlers } from './ipc/ipc-server.ts';
import { UserFacingError } from './ipc/user-facing-error.ts';
import { createPlaceHandlers } from './places/place-handlers.ts';
import type { Updates } from './updates/updates.ts';

/** Creates the handlers of page requests. Workspace requests are accepted only from a workspace's page. */
export function createHandlers(desktop: Desktop, updates: Updates): Handlers {
  const { places, views, notices, settings, window } = desktop;

  return {
    ...createPlaceHandlers({
      desktop,
      addressChecks: desktop.addressChecks,
      fetch: (url, options) => net.fetch(url, options),
    }),
    'places.describe': (described, caller) => {
      const placeId = own(caller);
      places.describe(placeId, described);
      if (described === null) desktop.signedOut(placeId);
    },

    'notices.show': (notice, caller) => notices.show(own(caller), notice),
    'notices.clear': ({ conversationId }, caller) => notices.clear(own(caller), conversationId),
    'unread.set': ({ count }, caller) => places.setUnread(own(caller), count),
    'links.take': (_nothing, caller) => desktop.takeLetters(own(caller)),

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

  function own(caller: Caller): string {
    if (caller.placeId === null || !views.isLoaded(caller.placeId)) {
      throw new UserFacingError('Only a workspace page can do this.');
    }
    return caller.placeId;
  }
}

/** Makes a file name from a message safe: no folders, no hidden files, no reserved characters. */
function plainName(name: string): string {
  const kept = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '');
  return kept === '' ? 'file' : kept;
}
