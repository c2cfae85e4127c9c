import type * as Electron from 'electron';

export interface RecordedNotification {
  title: string;
  body: string;
  hasReply: boolean;
  silent: boolean;
  /** False once main or a person has closed it. */
  isShown: boolean;
}

/** Records notifications instead of showing them. The test acts as the person. */
export function recordNotifications({ Notification }: typeof Electron) {
  const shown: { notification: Electron.Notification; isShown: boolean }[] = [];
  const emit = (notification: Electron.Notification, name: string, ...args: unknown[]) =>
    (notification as unknown as NodeJS.EventEmitter).emit(name, ...args);
  const get = (index: number) => {
    const found = shown.at(index);
    if (!found) throw new Error(`there is no notification ${index}; ${shown.length} were shown`);
    return found;
  };
  const dismiss = (entry: (typeof shown)[number] | undefined, reason: string) => {
    if (!entry?.isShown) return;
    entry.isShown = false;
    emit(entry.notification, 'close', { reason });
  };

  Notification.prototype.show = function show(this: Electron.Notification) {
    shown.push({ notification: this, isShown: true });
    setImmediate(() => emit(this, 'show', {}));
  };
  Notification.prototype.close = function close(this: Electron.Notification) {
    dismiss(
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
      dismiss(entry, 'userCanceled');
    },
    replyToNotification: (index: number, reply: string) => {
      const entry = get(index);
      emit(entry.notification, 'reply', { reply }, reply);
      dismiss(entry, 'userCanceled');
    },
    dismissNotification: (index: number) => dismiss(get(index), 'userCanceled'),
  };
}
