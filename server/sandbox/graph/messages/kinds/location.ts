import { invalid, objectAt, onlyKeys, optionalStringAt } from '../shape.ts';

/** Checks a location. */
export function locationKind(content: unknown): void {
  const location = objectAt(content, 'location');
  onlyKeys(location, 'location', ['latitude', 'longitude', 'name', 'address']);
  for (const [name, limit] of [
    ['latitude', 90],
    ['longitude', 180],
  ] as const) {
    const degrees = Number(location[name] ?? Number.NaN);
    if (!(Math.abs(degrees) <= limit))
      throw invalid(`location['${name}'] is not between -${limit} and ${limit}.`);
  }
  optionalStringAt(location.name, "location['name']", 1_024);
  optionalStringAt(location.address, "location['address']", 1_024);
}
