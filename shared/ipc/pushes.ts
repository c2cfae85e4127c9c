import type { PushName } from './names.ts';
import type { SettingsState, UpdateState, WorkspacePlace } from './shapes.ts';

/** What the desktop's main process tells the page, unasked. */
export interface Pushes extends Record<PushName, unknown> {
  'places.changed': WorkspacePlace[];
  /** A notification was clicked, or a deep link opened: show this conversation. */
  'links.opened': { conversationId: string };
  /** Typed into a notification: to be sent like anything typed in the composer. */
  'notices.replied': { conversationId: string; text: string };
  'settings.changed': SettingsState;
  'updates.changed': UpdateState;
  /** Settings were chosen in the application menu. */
  'menu.settings': null;
}
