import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';

/** A place: a server and the person who signs in to it. It has its own storage and session. */
export const WorkspacePlaceSchema = z.strictObject({
  id: z.string().regex(/^place_[0-9a-z]{16}$/),
  /** The server's origin, such as `https://crm.example.com`. */
  server: z.string(),
  /** The workspace's name; null until the first sign-in. */
  name: z.string().nullable(),
  person: z.string().nullable(),
  unread: z.int().nonnegative(),
  isSignedIn: z.boolean(),
});
export type WorkspacePlace = z.infer<typeof WorkspacePlaceSchema>;

/** The result of checking a typed address. */
export const ServerCheckSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ok'), server: z.string(), version: z.string() }),
  z.strictObject({
    kind: z.enum([
      'not-an-address',
      'needs-https',
      'unreachable',
      'certificate',
      'redirected',
      'not-switchboard',
      'too-old',
    ]),
    /** A sentence that says what was found and what to do. */
    message: z.string(),
  }),
]);
export type ServerCheck = z.infer<typeof ServerCheckSchema>;

export const DesktopSettingsSchema = z.strictObject({
  startAtLogin: z.boolean(),
  /** Closing the window leaves the app in the tray. */
  staysInTray: z.boolean(),
  /** Brings the window to the front from anywhere; null for none. In Electron's notation. */
  globalShortcut: z.string().max(60).nullable(),
  /** Language codes; empty means the languages of the system. */
  spellCheckLanguages: z.array(z.string().max(20)).max(8),
  showsMessageInNotification: z.boolean(),
});
export type DesktopSettings = z.infer<typeof DesktopSettingsSchema>;

/** The settings, and which of them this computer supports. */
export const SettingsStateSchema = z.strictObject({
  settings: DesktopSettingsSchema,
  availableSpellCheckLanguages: z.array(z.string()),
  /** False when another program already uses the shortcut. */
  isShortcutActive: z.boolean(),
  /** `memory`: this computer has no key store, so restarting the app signs out. */
  tokenStore: z.enum(['key-store', 'memory']),
});
export type SettingsState = z.infer<typeof SettingsStateSchema>;

/** The state of updates. `running` is the current version; `ready` waits for a restart. */
export const UpdateStateSchema = z.strictObject({
  running: z.string(),
  phase: z.discriminatedUnion('kind', [
    /** Installed from source, or by a package manager that updates it. */
    z.strictObject({ kind: z.literal('off'), reason: z.string() }),
    z.strictObject({ kind: z.literal('idle'), checkedAt: z.string().nullable() }),
    z.strictObject({ kind: z.literal('checking') }),
    z.strictObject({ kind: z.literal('downloading'), version: z.string(), percent: z.number() }),
    z.strictObject({ kind: z.literal('ready'), version: z.string() }),
    z.strictObject({ kind: z.literal('failed'), message: z.string(), checkedAt: z.string() }),
  ]),
});
export type UpdateState = z.infer<typeof UpdateStateSchema>;

export const MessageNoticeSchema = z.strictObject({
  conversationId: idSchema('conversation'),
  /** The message that it is about, which a reply has seen; none for what is no message. */
  messageId: idSchema('message').optional(),
  /** The sender. */
  title: z.string().max(200),
  body: z.string().max(2_000),
  /** Whether the reply window is open, so that the notification can offer a reply. */
  canReply: z.boolean(),
  /** Whether the page plays the sound that the person has chosen, in place of the system's. */
  isSilent: z.boolean().optional(),
});
export type MessageNotice = z.infer<typeof MessageNoticeSchema>;
