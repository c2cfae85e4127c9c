import { z } from 'zod';

/** Parts of what the platform sent, read leniently: whatever is missing or odd is null or left out. */
const word = z.string().nullish().catch(null);

const LocationSchema = z.object({
  location: z.object({
    latitude: z.coerce.number(),
    longitude: z.coerce.number(),
    name: word,
    address: word,
  }),
});
const ContactsSchema = z.object({
  contacts: z.array(
    z.object({
      name: z.object({ formatted_name: word }).catch({ formatted_name: null }),
      phones: z.array(z.object({ phone: word })).catch([]),
    }),
  ),
});
const OrderSchema = z.object({ order: z.object({ product_items: z.array(z.unknown()) }) });
const VoiceSchema = z.object({ audio: z.object({ voice: z.literal(true) }) });

type Payload = Record<string, unknown> | null;

/** A place on the map, with what it is called; null when the payload has none. */
export function readLocation(payload: Payload) {
  return LocationSchema.safeParse(payload).data?.location ?? null;
}

/** The cards that were sent: each a name and the numbers on it. */
export function readCards(payload: Payload): { name: string; phones: string[] }[] {
  const cards = ContactsSchema.safeParse(payload).data?.contacts ?? [];
  return cards.map(({ name, phones }) => ({
    name: name.formatted_name || 'Without a name',
    phones: phones.flatMap(({ phone }) => phone || []),
  }));
}

/** How many things were ordered; null when the payload does not say. */
export function countOrdered(payload: Payload): number | null {
  return OrderSchema.safeParse(payload).data?.order.product_items.length ?? null;
}

/** Whether a sound was spoken into the phone, and is no file that was passed on. */
export function isVoice(payload: Payload): boolean {
  return VoiceSchema.safeParse(payload).success;
}
