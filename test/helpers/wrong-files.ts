/** A PDF with one page, of text only, which a reader of CSV would take for one column. */
export const pdf = (() => {
  const text = 'BT /F1 24 Tf 72 720 Td (Ana, +15550210001) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
})();

/** A compound file, as Excel 97 to 2003 writes, with an empty stream `Workbook`. */
export const oldWorkbook = (() => {
  const [free, end, table] = [0xffffffff, 0xfffffffe, 0xfffffffd];
  const header = Buffer.alloc(512, 0xff);
  header.fill(0, 8, 76);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt32LE(0x0003003e, 24);
  header.writeUInt32LE(0x0009fffe, 28);
  header.writeUInt16LE(6, 32);
  // One table of sectors, in sector 0; the folder in sector 1; no small streams.
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4_096, 56);
  header.writeUInt32LE(end, 60);
  header.writeUInt32LE(end, 68);
  header.writeUInt32LE(0, 76);
  const sectors = Buffer.alloc(512, 0xff);
  sectors.writeUInt32LE(table, 0);
  sectors.writeUInt32LE(end, 4);
  const folder = Buffer.alloc(512);
  for (const [index, { name, kind, child }] of [
    { name: 'Root Entry', kind: 5, child: 1 },
    { name: 'Workbook', kind: 2, child: free },
  ].entries()) {
    const at = index * 128;
    folder.write(name, at, 'utf16le');
    folder.writeUInt16LE((name.length + 1) * 2, at + 64);
    folder.writeUInt8(kind, at + 66);
    folder.writeUInt8(1, at + 67);
    folder.writeUInt32LE(free, at + 68);
    folder.writeUInt32LE(free, at + 72);
    folder.writeUInt32LE(child, at + 76);
    folder.writeUInt32LE(end, at + 116);
  }
  return Buffer.concat([header, sectors, folder]);
})();
