import { digitsOf } from '../../numbers/wa-id.ts';
import { isObject, requireProduct } from '../body.ts';
import { GraphApiError } from '../graph-api-error.ts';
import { contactsKind } from './kinds/contacts.ts';
import { interactiveKind } from './kinds/interactive.ts';
import { locationKind } from './kinds/location.ts';
import { mediaKinds } from './kinds/media.ts';
import { reactionKind } from './kinds/reaction.ts';
import { templateKind } from './kinds/template.ts';
import { textKind } from './kinds/text.ts';
import { invalid, type Kind, objectAt, required, stringAt } from './shape.ts';

/** The checks of message types that can be sent, by name. To add one, create a file and list it here. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['text', textKind],
  ...mediaKinds,
  ['reaction', reactionKind],
  ['template', templateKind],
  ['location', locationKind],
  ['contacts', contactsKind],
  ['interactive', interactiveKind],
]);

const longestOpaque = 512;

/** The parts of a valid send that the platform needs. */
export interface ParsedSend {
  /** The address as given, which the response repeats. */
  readonly input: string;
  /** Digits, or a business-scoped user id. */
  readonly dialled: string;
  readonly type: string;
  readonly payload: unknown;
  readonly replyTo: string | null;
  readonly opaque: string | null;
}

/** Parses a send, starting with the envelope. @throws {GraphApiError} with the platform's message. */
export function parseSend(body: Readonly<Record<string, unknown>>): ParsedSend {
  requireProduct(body);
  if (body.recipient_type !== undefined && body.recipient_type !== 'individual') {
    throw new GraphApiError(100, { message: '(#100) Param recipient_type must be one of {INDIVIDUAL}.' });
  }
  const address = addressOf(body);
  const type = typeOf(body);
  const check = kinds.get(type);
  if (!check) {
    throw new GraphApiError(100, {
      message: `(#100) Param type must be one of {${listed()}} - got "${type}".`,
    });
  }
  check(body[type]);
  return { ...address, type, payload: body[type], replyTo: replyOf(body), opaque: opaqueOf(body) };
}

function listed(): string {
  return [...kinds.keys()].join(', ').toUpperCase();
}

function typeOf(body: Readonly<Record<string, unknown>>): string {
  if (body.type === undefined && body.text !== undefined) return 'text';
  if (body.type === undefined)
    throw new GraphApiError(100, { message: '(#100) The parameter type is required.' });
  if (typeof body.type !== 'string')
    throw new GraphApiError(100, { message: '(#100) Param type must be a string.' });
  return body.type.toLowerCase();
}

function addressOf({ to, recipient }: Readonly<Record<string, unknown>>) {
  if (to === undefined && recipient === undefined) {
    throw new GraphApiError(100, { message: '(#100) The parameter to is required.' });
  }
  if (to === undefined) {
    const input = stringAt(recipient, 'recipient', 256);
    return { input, dialled: input };
  }
  if (typeof to !== 'string') throw new GraphApiError(100, { message: '(#100) Param to must be a string.' });
  const dialled = digitsOf(to);
  if (dialled === null) throw invalid('Recipient phone number is not valid.');
  return { input: to, dialled };
}

function replyOf({ context }: Readonly<Record<string, unknown>>): string | null {
  if (context === undefined || context === null) return null;
  if (!isObject(context) || context.message_id === undefined) throw required("context['message_id']");
  return stringAt(objectAt(context, 'context').message_id, "context['message_id']", 512);
}

function opaqueOf({ biz_opaque_callback_data: opaque }: Readonly<Record<string, unknown>>): string | null {
  return opaque === undefined ? null : stringAt(opaque, 'biz_opaque_callback_data', longestOpaque);
}
