import { contactsKind } from './kinds/contacts.ts';
import { interactiveKind } from './kinds/interactive.ts';
import { locationKind } from './kinds/location.ts';
import { mediaKinds } from './kinds/media.ts';
import { reactionKind } from './kinds/reaction.ts';
import { templateKind } from './kinds/template.ts';
import { textKind } from './kinds/text.ts';
import type { Kind } from './shape.ts';

/** The message types that can be sent, by name. A new one is a file and a line here. */
export const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['text', textKind],
  ...mediaKinds,
  ['reaction', reactionKind],
  ['template', templateKind],
  ['location', locationKind],
  ['contacts', contactsKind],
  ['interactive', interactiveKind],
]);
