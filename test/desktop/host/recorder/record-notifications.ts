import type * as Electron from 'electron';

export interface RecordedNotification {
  title: string;
  body: string;
  hasReply: boolean;
  silent: boolean;
  /** False once main or a person has taken it away. */
  isShown: boolean;
}

/** Notifications: kept instead of shown; the test plays the person. */
export function recordNotifications({ Notification }: typeof Electron) {
  const shown: { notification: Electron.Notification; isShown: boolean }[] = [];
  const emit = (notification: Electron.Notification, name: string, ...args: unknown[]) =>
    (notification as unknown as NodeJS.EventEmitter).emit(name, ...args);
  const get = (index: number) => {
    const found = shown.at(index);
    if (!found) throw new Error(`there is no notification ${index}; ${shown.length} were shown`);
    return found;
  };
  const takeAway = (entry: (typeof shown)[number] | undefined, reason: string) => {
    if (!entry?.isShown) return;
    entry.isShown = false;
    emit(entry.notification, 'close', { reason });
  };

  Notification.prototype.show = function show(this: Electron.Notification) {
    shown.push({ notification: this, isShown: true });
    setImmediate(() => emit(this, 'show', {}));
  };
  Notification.prototype.close = function close(this: Electron.Notification) {
    takeAway(
      shown.findLast(({ notification }) => notification === this),
      'applicationHidden',
    );
  };
  Notification.isSupported = () => true;

  return {
    notifications: (): RecordedNotification[] =>
      shown.map(({ notification: { title, body, hasReply, silent }, isShown }) => ({
        title,
        body,
        hasReply,
        silent,
        isShown,
      })),
    clickNotification: (index: number) => {
      const entry = get(index);
      emit(entry.notification, 'click', {});
      takeAway(entry, 'userCanceled');
    },
    replyToNotification: (index: number, reply: string) => {
      const entry = get(index);
      emit(entry.notification, 'reply', { reply }, reply);
      takeAway(entry, 'userCanceled');
    },
    dismissNotification: (index: number) => takeAway(get(index), 'userCanceled'),
  };
}
