import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const resources = fileURLToPath(new URL('../../../electron/resources', import.meta.url));
const icon = (name: string) => readFileSync(join(resources, name));

describe('the icons', () => {
  it.each([16, 32, 48, 64, 128, 256, 512])('exist with %i pixels', (size) => {
    const png = icon(`icons/${size}x${size}.png`);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  });

  it('are in complete Windows and Apple containers', () => {
    const icns = icon('icon.icns');
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const ico = icon('icon.ico');
    const last = 6 + (ico.readUInt16LE(4) - 1) * 16;
    expect(ico.readUInt32LE(last + 8) + ico.readUInt32LE(last + 12)).toBe(ico.length);
  });
});
