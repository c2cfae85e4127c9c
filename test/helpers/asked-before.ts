/**
 * Returns what customers asked and with which saved reply people answered, so often that the first one passes the rehearsal
 * of answers outside business hours; null: in their own words.
 */
export function askedBefore(
  hours: string,
  delivery: string,
): (readonly [asked: string, reply: string | null])[] {
  return Array.from({ length: 30 }, (_, number) => [
    [`when are you open${number % 3 === 0 ? ' on monday' : ' today'}?`, hours] as const,
    [`how long does the delivery of my parcel take${number % 2 === 0 ? ' please' : ''}`, delivery] as const,
    ...(number % 2 === 0 ? [[`the drawing of room ${number} with the oak chairs`, null] as const] : []),
  ]).flat();
}
