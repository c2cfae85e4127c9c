import { create } from 'zustand';
import { randomId } from '../random-id.ts';

/**
 * Notifications of a browser. Of several tabs, one shows them (Web Locks). A browser offers them only to pages on
 * HTTPS or on this computer, and without a service worker a reply cannot be typed into them.
 */

export type NoticePermission = NotificationPermission | 'unsupported';

/** Whether this browser may show notifications. */
export const useNoticePermission = create<{ permission: NoticePermission }>(() => ({
  permission: permissionNow(),
}));

/** Asks the person for the permission. Browsers want this to follow a click. */
export async function askForNotices(): Promise<NoticePermission> {
  if (permissionNow() === 'default') await Notification.requestPermission();
  readPermission();
  return permissionNow();
}

/** Reads the permission again, which a person can change in the browser at any time. */
export function readPermission(): void {
  useNoticePermission.setState({ permission: permissionNow() });
}

function permissionNow(): NoticePermission {
  if (typeof Notification === 'undefined' || !globalThis.isSecureContext) return 'unsupported';
  return Notification.permission;
}

const shown = new Map<string, Notification>();

/** Shows a notification; `tag` replaces an earlier one. */
export function showBrowserNotice(
  { tag, title, body }: { tag: string; title: string; body: string },
  onClick: () => void,
): void {
  if (permissionNow() !== 'granted') return;
  try {
    const notice = new Notification(title, { body, tag, icon: '/favicon.svg', silent: true });
    notice.onclick = () => {
      window.focus();
      notice.close();
      onClick();
    };
    notice.onclose = () => shown.delete(tag);
    shown.set(tag, notice);
  } catch {
    // Chrome on Android has the constructor, and allows it only to service workers.
    useNoticePermission.setState({ permission: 'unsupported' });
  }
}

/** Removes a notification that this tab has shown. */
export function clearBrowserNotice(tag: string): void {
  shown.get(tag)?.close();
  shown.delete(tag);
}

/** The open tabs of one person: which of them shows notifications, and what the others have on the screen. */
export interface Tabs {
  /** Whether this tab shows notifications for all of them. */
  isSpeaker(): boolean;
  /** Announces the conversation that is on the screen of this tab; null: none, or the tab is in the background. */
  announce(conversationId: string | null): void;
  /** Whether another tab has a conversation on its screen. */
  isElsewhere(conversationId: string): boolean;
  leave(): void;
}

/** How long an announcement counts: a tab that has crashed takes nothing back. */
const ANNOUNCED_MS = 15_000;

/** Joins the open tabs of a person. Without Web Locks, each tab speaks for itself. */
export function joinTabs(owner: string): Tabs {
  const name = `switchboard.notices.${owner}`;
  const me = randomId();
  const elsewhere = new Map<string, { conversationId: string; until: number }>();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  let isSpeaker = !navigator.locks;
  let release = () => {};
  const waiting = new AbortController();
  channel?.addEventListener('message', ({ data }: MessageEvent<Announcement>) => {
    if (data.conversationId === null) elsewhere.delete(data.tab);
    else elsewhere.set(data.tab, { conversationId: data.conversationId, until: Date.now() + ANNOUNCED_MS });
  });
  navigator.locks
    ?.request(name, { signal: waiting.signal }, () => {
      isSpeaker = true;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    .catch(() => undefined);
  const announce = (conversationId: string | null) => channel?.postMessage({ tab: me, conversationId });
  return {
    announce,
    isSpeaker: () => isSpeaker,
    isElsewhere: (id) =>
      [...elsewhere.values()].some(
        ({ conversationId, until }) => conversationId === id && until > Date.now(),
      ),
    leave: () => {
      isSpeaker = false;
      announce(null);
      waiting.abort();
      release();
      channel?.close();
    },
  };
}

/** What tabs say to each other. */
interface Announcement {
  tab: string;
  conversationId: string | null;
}
