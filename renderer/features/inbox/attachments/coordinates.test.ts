import { describe, expect, it } from 'vitest';
import { coordinatesIn } from './coordinates.ts';

describe('the coordinates in a text', () => {
  it.each([
    ['41.1579, -8.6291', 41.1579, -8.6291],
    [' -33.9 18.4 ', -33.9, 18.4],
    ['41.15°; -8.6°', 41.15, -8.6],
    ['41,1579; -8,6291', 41.1579, -8.6291],
    ['https://www.google.com/maps/place/Depot/@41.15,-8.62,17z', 41.15, -8.62],
    ['https://www.google.com/maps/place/x/@41.1,-8.6,17z/data=!3d41.1579!4d-8.6291', 41.1579, -8.6291],
    ['https://maps.google.com/?q=41.1579,-8.6291', 41.1579, -8.6291],
    ['https://www.google.com/maps/search/?api=1&query=41.1579%2C-8.6291', 41.1579, -8.6291],
    ['https://maps.apple.com/?ll=41.1579,-8.6291', 41.1579, -8.6291],
    ['https://www.openstreetmap.org/?mlat=41.1579&mlon=-8.6291#map=16/41.1/-8.6', 41.1579, -8.6291],
    ['https://www.openstreetmap.org/#map=16/41.1579/-8.6291', 41.1579, -8.6291],
    ['geo:41.1579,-8.6291', 41.1579, -8.6291],
  ])('%s', (text, latitude, longitude) => {
    expect(coordinatesIn(text)).toEqual({ latitude, longitude });
  });

  it.each([
    '',
    '41.1579',
    '91, 8',
    '8, 181',
    'Harbour Road 1, 4000 Porto',
    'https://maps.app.goo.gl/abc',
    'call 555 0100',
  ])('are not in %j', (text) => {
    expect(coordinatesIn(text)).toBeNull();
  });
});
