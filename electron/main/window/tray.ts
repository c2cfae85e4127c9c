import { join } from 'node:path';
import { app, type BaseWindow, Menu, nativeImage, Tray } from 'electron';
import { UNREAD_COUNTED_MAX } from '../../../shared/domain/inbox-views.ts';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { text } from '../locales/text.ts';

export interface UnreadIndicators {
  /** Shows the unread count of all places on the dock or taskbar and in the tray. */
  show(places: readonly WorkspacePlace[]): void;
}

export interface UnreadIndicatorsOptions {
  resources: string;
  window: BaseWindow;
  onOpen(placeId: string | null): void;
  onQuit(): void;
}

/** Opens the tray icon with its menu, and the count on the app's icon. */
export function openUnreadIndicators({
  resources,
  window,
  onOpen,
  onQuit,
}: UnreadIndicatorsOptions): UnreadIndicators {
  const image = (name: string) => nativeImage.createFromPath(join(resources, 'tray', name));
  const isMac = process.platform === 'darwin';
  const icons = isMac
    ? { quiet: image('trayTemplate.png'), unread: image('trayUnreadTemplate.png') }
    : { quiet: image('tray.png'), unread: image('tray-unread.png') };
  const tray = new Tray(icons.quiet);
  tray.on('click', () => onOpen(null));

  return {
    show: (places) => {
      const total = places.reduce((sum, place) => sum + place.unread, 0);
      const label = total === 0 ? 'Switchboard' : text('unread', { count: unreadText(total) });
      app.setBadgeCount(total);
      if (process.platform === 'win32' && !window.isDestroyed()) {
        window.setOverlayIcon(total > 0 ? image('overlay.png') : null, total > 0 ? label : '');
      }
      tray.setImage(total > 0 ? icons.unread : icons.quiet);
      tray.setToolTip(label);
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: text('openSwitchboard'), click: () => onOpen(null) },
          { type: 'separator' },
          ...places.map((place) => ({
            label: titleOf(place),
            click: () => onOpen(place.id),
          })),
          ...(places.length > 0 ? [{ type: 'separator' as const }] : []),
          { label: text('quit'), click: onQuit },
        ]),
      );
    },
  };
}

function titleOf(place: WorkspacePlace): string {
  const name = place.name ?? new URL(place.server).host;
  return place.unread > 0 ? `${name} (${unreadText(place.unread)})` : name;
}

/** Returns an unread count as text. The server counts up to a limit. */
function unreadText(count: number): string {
  return count >= UNREAD_COUNTED_MAX ? `${UNREAD_COUNTED_MAX - 1}+` : String(count);
}
