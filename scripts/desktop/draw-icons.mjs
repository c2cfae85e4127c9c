// Draws the desktop icons from the dashboard's favicon: `node scripts/desktop/draw-icons.mjs`. The results
// are stored in electron/resources, so Chromium is only needed when the drawing changes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../setup/chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const resources = join(root, 'electron/resources');

const favicon = readFileSync(join(root, 'renderer/public/favicon.svg'), 'utf8');
const shapes = favicon.slice(favicon.indexOf('</title>') + '</title>'.length, favicon.lastIndexOf('</svg>'));
/** macOS colours a template image itself and uses only its opacity. */
const glyph = shapes.replace(/<rect[^>]*>/, '').replaceAll(/#[0-9a-f]{3,6}/g, '#000');
const badge = '<circle cx="24.4" cy="7.6" r="6.2" fill="#e03131" stroke="#fff" stroke-width="2" />';

const drawings = {
  app: svg('0 0 32 32', shapes),
  // Apple's guidelines require a margin of a tenth around the shape.
  mac: svg('0 0 1024 1024', `<g transform="translate(100 100) scale(25.75)">${shapes}</g>`),
  tray: svg('0 0 32 32', shapes),
  'tray-unread': svg('0 0 32 32', shapes + badge),
  trayTemplate: svg('5 5 22 22', glyph),
  trayUnreadTemplate: svg('5 5 22 22', `${glyph}<circle cx="23" cy="9" r="3.6" fill="#000" />`),
  // Shown over the app's icon in the Windows taskbar.
  overlay: svg('0 0 32 32', '<circle cx="16" cy="16" r="13" fill="#e03131" />'),
};

const browser = await chromium.launch({ executablePath: findChromium() ?? undefined });
const page = await browser.newPage();

for (const size of [16, 32, 48, 64, 128, 256, 512]) {
  write(`icons/${size}x${size}.png`, await draw(drawings.app, size));
}
const inIco = await drawAll(drawings.app, [16, 24, 32, 48, 64, 256]);
write('icon.ico', ico(inIco));
const inIcns = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 };
write('icon.icns', icns(Object.keys(inIcns), await drawAll(drawings.mac, Object.values(inIcns))));
for (const name of ['tray', 'tray-unread', 'trayTemplate', 'trayUnreadTemplate', 'overlay']) {
  // Electron finds the high-resolution versions by these suffixes.
  for (const [suffix, scale] of Object.entries({ '': 1, '@1.5x': 1.5, '@2x': 2 })) {
    write(`tray/${name}${suffix}.png`, await draw(drawings[name], 16 * scale));
  }
}
await browser.close();

function svg(viewBox, inner) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" style="display:block">${inner}</svg>`;
}

async function draw(drawing, size) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<body style="margin:0">${drawing}</body>`);
  return page.screenshot({ omitBackground: true });
}

async function drawAll(drawing, sizes) {
  const images = [];
  for (const size of sizes) images.push({ size, png: await draw(drawing, size) });
  return images;
}

function write(name, bytes) {
  const file = join(resources, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}

/** Returns a Windows .ico file: a table of sizes and offsets, then the PNG images. */
function ico(images) {
  const header = Buffer.alloc(6 + images.length * 16);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let place = header.length;
  for (const [index, { size, png }] of images.entries()) {
    const entry = 6 + index * 16;
    // 256 does not fit in a byte and is stored as 0.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(place, entry + 12);
    place += png.length;
  }
  return Buffer.concat([header, ...images.map((image) => image.png)]);
}

/** Returns an Apple .icns file: type and length before each image, and before the whole file. */
function icns(types, images) {
  const blocks = images.map(({ png }, index) => Buffer.concat([chunkHeader(types[index], png.length), png]));
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  return Buffer.concat([chunkHeader('icns', length), ...blocks]);
}

function chunkHeader(type, length) {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(length + 8, 4);
  return header;
}
