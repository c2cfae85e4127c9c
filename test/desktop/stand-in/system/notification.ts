import { EventEmitter } from 'node:events';
import type { NotificationConstructorOptions } from 'electron';
import { knownClass } from '../strict.ts';

/** A notification that is not shown. The recorder of the host stores it and simulates the person. */
export class Notification extends EventEmitter {
  title: string;
  subtitle: string;
  body: string;
  replyPlaceholder: string;
  hasReply: boolean;
  silent: boolean;
  readonly id: string;
  readonly actions;
  readonly icon;
  readonly urgency;
  private isShown = false;

  constructor(options: NotificationConstructorOptions = {}) {
    super();
    this.title = options.title ?? '';
    this.subtitle = options.subtitle ?? '';
    this.body = options.body ?? '';
    this.replyPlaceholder = options.replyPlaceholder ?? '';
    this.hasReply = options.hasReply ?? false;
    this.silent = options.silent ?? false;
    this.id = options.id ?? '';
    this.actions = options.actions ?? [];
    this.icon = options.icon;
    this.urgency = options.urgency ?? 'normal';
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    this.isShown = true;
    setImmediate(() => this.emit('show', {}));
  }

  close(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.emit('close', { reason: 'applicationHidden' });
  }
}
knownClass(Notification);
