/** A place on the map, in degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** The forms in which maps write a place in their addresses, from the most exact. */
const IN_LINKS = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|center|destination)=${NUMBER}(?:,|%2C)\\+?(?:%20)?${NUMBER}`, 'i'),
  new RegExp(`@${NUMBER},${NUMBER}`),
  new RegExp(`#map=\\d+/${NUMBER}/${NUMBER}`),
  new RegExp(`^geo:${NUMBER},${NUMBER}`),
];
const PLAIN = new RegExp(`^${NUMBER}°?(?:\\s*[,;]\\s*|\\s+)${NUMBER}°?$`);
/** With decimal commas. */
const WITH_COMMAS = /^(-?\d{1,3},\d+)\s*(?:;|\s)\s*(-?\d{1,3},\d+)$/;

/** Returns the place in a text: coordinates, or the address of a map that has them; null when it has none. */
export function coordinatesIn(text: string): Coordinates | null {
  const given = text.trim();
  const pointed = WITH_COMMAS.test(given) ? given.replaceAll(',', '.') : given;
  const forms = /^(?:https?|geo):/.test(pointed) ? IN_LINKS : [PLAIN];
  for (const form of forms) {
    const [, latitude, longitude] = form.exec(pointed) ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    const place = { latitude: Number(latitude), longitude: Number(longitude) };
    if (Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180) return place;
  }
  return null;
}
