import { isDesktop } from '../desktop/desktop.ts';

/** The groups of commands, in the order of the palette and of the sheet. Their texts are at `commands:groups.<group>`. */
export const COMMAND_GROUPS = ['general', 'go', 'list', 'conversation', 'composer', 'message'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export interface CommandEntry {
  group: CommandGroup;
  /**
   * The default keys, the first of which is shown. A chord is written `mod+k`, `alt+t`, `shift+u`, `?` or `ArrowDown`;
   * `mod` is ⌘ on a Mac and Ctrl elsewhere. A sequence is written `g i`. Without a modifier, keys work only while
   * no field has the focus; arrows and Enter only while no button or link has it either.
   */
  keys: readonly string[];
  /** Whether the keys cannot be changed, because they mean the same everywhere. */
  isFixed?: true;
  /** Whether holding the key down runs the command again and again. */
  repeats?: true;
  /** Whether keys without a modifier also work while the person types. */
  whileTyping?: true;
}

/**
 * Every command that has a key or is in the palette. A command needs an entry here, a title at
 * `commands:titles.<id>` in both languages, and `useCommands({ '<id>': run })` where it can run.
 */
export const COMMANDS = {
  'app.palette': { group: 'general', keys: ['mod+k'] },
  'app.shortcuts': { group: 'general', keys: ['?'] },
  'app.availability': { group: 'general', keys: [] },
  'app.sidebar': { group: 'general', keys: ['mod+\\'] },
  'app.undo': { group: 'general', keys: ['z'] },
  'app.newContact': { group: 'general', keys: [] },
  'app.newBroadcast': { group: 'general', keys: [] },
  'app.signOut': { group: 'general', keys: [] },

  'go.inbox': { group: 'go', keys: ['g i'] },
  'go.search': { group: 'go', keys: ['mod+shift+f'] },
  'go.notifications': { group: 'go', keys: ['g n'] },
  'go.contacts': { group: 'go', keys: ['g c'] },
  'go.broadcasts': { group: 'go', keys: ['g b'] },
  'go.templates': { group: 'go', keys: ['g t'] },
  'go.insights': { group: 'go', keys: ['g r'] },
  'go.settings': { group: 'go', keys: ['g s'] },
  'go.profile': { group: 'go', keys: ['g p'] },

  'list.next': { group: 'list', keys: ['j', 'ArrowDown'], repeats: true },
  'list.previous': { group: 'list', keys: ['k', 'ArrowUp'], repeats: true },
  'list.open': { group: 'list', keys: ['Enter'], isFixed: true },
  'list.search': { group: 'list', keys: ['/'] },
  'list.select': { group: 'list', keys: ['x'] },
  'list.selectNext': { group: 'list', keys: ['shift+j'], repeats: true },
  'list.selectPrevious': { group: 'list', keys: ['shift+k'], repeats: true },
  'list.saveView': { group: 'list', keys: [] },
  'list.leave': { group: 'list', keys: ['Escape'], isFixed: true, whileTyping: true },

  'conversation.close': { group: 'conversation', keys: ['e'] },
  'conversation.snooze': { group: 'conversation', keys: ['h'] },
  'conversation.assign': { group: 'conversation', keys: ['a'] },
  'conversation.assignMe': { group: 'conversation', keys: ['shift+a'] },
  'conversation.label': { group: 'conversation', keys: ['l'] },
  'conversation.unread': { group: 'conversation', keys: ['u'] },
  'conversation.mute': { group: 'conversation', keys: ['m'] },
  'conversation.copyLink': { group: 'conversation', keys: [] },
  'conversation.firstUnread': { group: 'conversation', keys: ['shift+u'] },
  'conversation.contact': { group: 'conversation', keys: ['i'] },
  'conversation.dismissFailures': { group: 'conversation', keys: [] },
  'conversation.phone': { group: 'conversation', keys: [] },
  'conversation.block': { group: 'conversation', keys: [] },
  'conversation.merge': { group: 'conversation', keys: [] },

  'composer.reply': { group: 'composer', keys: ['r'] },
  'composer.note': { group: 'composer', keys: ['n'] },
  // Browsers use Ctrl+T and ⌘T for tabs, so those work in the desktop app only.
  'composer.templates': { group: 'composer', keys: isDesktop ? ['alt+t', 'mod+t'] : ['alt+t'] },
  'composer.sendAndClose': { group: 'composer', keys: ['mod+shift+Enter'] },
  'composer.bold': { group: 'composer', keys: ['mod+b'] },
  'composer.italic': { group: 'composer', keys: ['mod+i'] },
  'composer.strike': { group: 'composer', keys: ['mod+shift+x'] },
  'composer.savedReply': { group: 'composer', keys: ['alt+s'] },
  'composer.suggestion1': { group: 'composer', keys: ['alt+1'] },
  'composer.suggestion2': { group: 'composer', keys: ['alt+2'] },
  'composer.suggestion3': { group: 'composer', keys: ['alt+3'] },
  'composer.emoji': { group: 'composer', keys: ['alt+e'] },
  'composer.attach': { group: 'composer', keys: ['alt+a'] },
  'composer.location': { group: 'composer', keys: [] },
  'composer.contacts': { group: 'composer', keys: [] },
  'composer.interactive': { group: 'composer', keys: [] },
  'composer.voice': { group: 'composer', keys: ['alt+v'] },
  'composer.schedule': { group: 'composer', keys: ['alt+l'] },
  'composer.assist': { group: 'composer', keys: ['mod+j'] },
  'composer.ask': { group: 'composer', keys: ['alt+q'] },

  // They mean the message with the focus or under the pointer, else the newest that they can be done with.
  'message.quote': { group: 'message', keys: ['q'] },
  'message.react': { group: 'message', keys: ['shift+r'] },
  'message.forward': { group: 'message', keys: ['f'] },
  'message.copy': { group: 'message', keys: ['c'] },
  'message.translate': { group: 'message', keys: ['shift+t'] },
  'message.retry': { group: 'message', keys: [] },
  'message.info': { group: 'message', keys: [] },
  'message.copyLink': { group: 'message', keys: [] },
  'message.sendNow': { group: 'message', keys: [] },
  'message.cancelScheduled': { group: 'message', keys: [] },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type CommandId = keyof typeof COMMANDS;

export const COMMAND_IDS = Object.keys(COMMANDS) as CommandId[];

/** Returns the entry of a command. */
export function commandOf(id: CommandId): CommandEntry {
  return COMMANDS[id];
}
