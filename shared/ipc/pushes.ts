import type { PushName } from './names.ts';
import type { SettingsState, UpdateState, WorkspacePlace } from './shapes.ts';

/** The messages that the main process pushes to pages. */
export interface Pushes extends Record<PushName, unknown> {
  'places.changed': WorkspacePlace[];
  /** A notification was clicked, or a deep link opened: show this conversation. */
  'links.opened': { conversationId: string; messageId?: string | undefined };
  /** A reply typed into a notification, to be sent like a message from the composer. */
  'notices.replied': { conversationId: string; messageId?: string | undefined; text: string };
  'settings.changed': SettingsState;
  'updates.changed': UpdateState;
  /** Settings were chosen in the application menu. */
  'menu.settings': null;
}
