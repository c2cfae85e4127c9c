import { sampleData } from './sample-data.ts';

/** Bundled files that a person can send. */
export const sampleNames = ['photo', 'video', 'voice', 'document', 'sticker'] as const;
export type SampleName = (typeof sampleNames)[number];

interface SampleFile {
  readonly mimeType: string;
  readonly filename: string;
  readonly bytes: Buffer;
}

const drawn = (name: keyof typeof sampleData) => Buffer.from(sampleData[name], 'base64');

const make: Readonly<Record<SampleName, () => SampleFile>> = {
  photo: () => ({ mimeType: 'image/jpeg', filename: 'photo.jpg', bytes: drawn('photo') }),
  video: () => ({ mimeType: 'video/mp4', filename: 'video.mp4', bytes: drawn('video') }),
  voice: () => ({ mimeType: 'audio/ogg; codecs=opus', filename: 'voice.ogg', bytes: drawn('voice') }),
  document: () => ({ mimeType: 'application/pdf', filename: 'order 17.pdf', bytes: onePage('Order 17') }),
  sticker: () => ({ mimeType: 'image/webp', filename: 'sticker.webp', bytes: drawn('sticker') }),
};

/** Returns a small real file. */
export function sampleFile(name: SampleName): SampleFile {
  return make[name]();
}

/** Creates a PDF of one page with one line of text. */
function onePage(line: string): Buffer {
  const text = `BT /F1 28 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + end, 'latin1');
}
