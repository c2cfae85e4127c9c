import fc from 'fast-check';
import type { Json } from './hostile-values.ts';

/** Kinds of existing things that requests refer to, filled by the setup and by responses of the run. */
export const THINGS = [
  'contact',
  'phone',
  'conversation',
  'message',
  'key',
  'member',
  'label',
  'field',
  'note',
  'invitation',
  'parked',
  'template',
  'media',
  'modelkey',
  'model',
  'prompt',
  'endpoint',
  'delivery',
  'cursor',
  'foreign',
  'missing',
] as const;
export type Thing = (typeof THINGS)[number];

/** At most this many of a kind are kept: the latest. */
const KEPT = 30;

/**
 * The existing things of a lane. Requests refer to them by markers such as `~contact.3~`, which are replaced
 * when the request is sent, so that a seed makes the same requests although ids differ from run to run.
 */
export class Bank {
  private readonly things = new Map<Thing, readonly string[]>();

  set(kind: Thing, values: readonly string[]): void {
    this.things.set(kind, values);
  }

  add(kind: Thing, value: string): void {
    this.set(kind, [...this.of(kind), value].slice(-KEPT));
  }

  /** Removes everything that a deleted path refers to. */
  drop(address: string): void {
    for (const [kind, values] of this.things) {
      const left = values.filter((value) => !address.includes(value));
      this.things.set(kind, left);
    }
  }

  /** Whether requests will soon have nothing to refer to. */
  isShort(): boolean {
    return ['contact', 'conversation', 'key', 'member'].some((kind) => this.of(kind as Thing).length < 1);
  }

  of(kind: Thing): readonly string[] {
    return this.things.get(kind) ?? [];
  }

  /** Returns the text with every marker replaced. */
  resolve(text: string): string {
    return text.replace(/~([a-z]+)\.(\d+)~/g, (whole, kind: string, index: string) => {
      const known = this.of(kind as Thing);
      return known.length === 0 ? whole : (known[Number(index) % known.length] ?? whole);
    });
  }
}

/** Generates a marker for a thing of one of these kinds. */
export function marker(...kinds: Thing[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...kinds), fc.nat({ max: 9 })).map(([kind, index]) => `~${kind}.${index}~`);
}

const digits = fc.stringMatching(/^[1-9]\d{6,14}$/);

/** A new number as people type it. */
const typedPhone = fc
  .tuple(digits, fc.constantFrom('', '+', '00', ' +'), fc.constantFrom('', ' ', '-', '.', ' ('))
  .map(([number, prefix, gap]) => `${prefix}${number.slice(0, 3)}${gap}${number.slice(3)}`);

const anyone = fc.oneof(
  { weight: 6, arbitrary: marker('phone', 'contact') },
  { weight: 1, arbitrary: marker('missing', 'foreign') },
);

/** URLs of files: the server requests the types of some, and must not reach these. */
const LINKS = [
  'https://127.0.0.1/a.jpg',
  'http://10.0.0.1/b.mp4?c=d#e',
  'http://[::1]/f.ogg',
  'https://169.254.169.254/latest.pdf',
  'http://127.0.0.1:9/without-an-ending',
];

/** Values for fields by name, where only existing things pass the first check. */
export const HINTS: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  phone: fc.oneof({ weight: 4, arbitrary: typedPhone }, { weight: 1, arbitrary: marker('phone', 'foreign') }),
  contactId: anyone,
  // `POST /messages/send` has every kind of it; with more than one part, no message of the inbox is valid.
  attachment: fc.constantFrom({ type: 'location', location: { latitude: 41.2, longitude: -8.6 } }),
  attribute: fc.constantFrom('city:London', 'vip:true', 'visits:3'),
  into: anyone,
  email: fc.oneof(fc.stringMatching(/^[a-z]{1,8}[.+]?[a-z0-9]{1,8}@[a-z]{2,8}\.test$/), fc.emailAddress()),
  emoji: fc.constantFrom('👍', '❤️', '👩‍👩‍👧‍👦', '🇩🇪', '1️⃣', null),
  replyTo: marker('message', 'missing'),
  lastSeenId: fc.constant(null),
  sendAt: fc.constantFrom(new Date(Date.now() + 172_800_000).toISOString()),
  templateId: marker('template', 'template', 'missing'),
  mediaUrl: fc.constantFrom(...LINKS),
  link: fc.constantFrom(...LINKS),
  url: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('https://hooks.example.invalid/in', 'https://hooks.example.invalid/?a=b'),
    },
    { weight: 1, arbitrary: fc.constantFrom(...LINKS) },
  ),
  mediaId: marker('media', 'missing'),
};

/** Generates values for a path parameter, by the collection before it. */
export function paramOf(address: string, name: string): fc.Arbitrary<string> {
  if (address.includes('{contactPhone}')) return anyone;
  const collection = new RegExp(`/([a-z-]+)/\\{${name}\\}`).exec(address)?.[1] ?? '';
  const kind = KIND_OF[collection];
  if (!kind) throw new Error(`bank.ts has no kind for {${name}} in ${address}: add it to KIND_OF`);
  return fc.oneof(
    { weight: 8, arbitrary: marker(kind) },
    { weight: 1, arbitrary: marker('missing', 'foreign') },
    { weight: 1, arbitrary: marker('contact', 'conversation', 'message', 'key', 'member') },
  );
}

const KIND_OF: Readonly<Record<string, Thing>> = {
  'saved-views': 'missing',
  'automation-rules': 'missing',
  notifications: 'missing',
  drafts: 'conversation',
  reminders: 'missing',
  'saved-replies': 'missing',
  'reply-proposals': 'missing',
  rehearsals: 'missing',
  replays: 'missing',
  'draft-replays': 'missing',
  comparison: 'missing',
  broadcasts: 'missing',
  templates: 'missing',
  segments: 'missing',
  contacts: 'contact',
  'contact-fields': 'field',
  'contact-imports': 'missing',
  'contact-actions': 'missing',
  'contact-timelines': 'contact',
  'contact-files': 'contact',
  conversations: 'conversation',
  messages: 'message',
  'own-review': 'message',
  labels: 'label',
  notes: 'note',
  'api-keys': 'key',
  members: 'member',
  invitations: 'invitation',
  // A real one would end the session of the run.
  devices: 'missing',
  'parked-items': 'parked',
  media: 'media',
  'inference-keys': 'modelkey',
  models: 'model',
  'prompt-log': 'prompt',
  'webhook-endpoints': 'endpoint',
  'webhook-listeners': 'endpoint',
  deliveries: 'delivery',
};
