import { readFileSync } from 'node:fs';
import { knownClass, knownOnly } from '../strict.ts';

const SIGNATURE = '89504e470d0a1a0a';

/** An image by its bytes. The size is known for PNGs. */
class NativeImage {
  isMacTemplateImage = false;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  isEmpty = (): boolean => this.bytes.length === 0;
  toPNG = (): Buffer => this.bytes;
  toDataURL = (): string => `data:image/png;base64,${this.bytes.toString('base64')}`;
  getSize = () => {
    const isPng = this.bytes.subarray(0, 8).toString('hex') === SIGNATURE;
    return isPng
      ? { width: this.bytes.readUInt32BE(16), height: this.bytes.readUInt32BE(20) }
      : { width: 0, height: 0 };
  };
  getAspectRatio = (): number => this.getSize().width / this.getSize().height || 1;
  setTemplateImage = (isTemplate: boolean): void => {
    this.isMacTemplateImage = isTemplate;
  };
  isTemplateImage = (): boolean => this.isMacTemplateImage;
  /** Returns the same image, because the stand-in draws nothing. */
  resize = (): NativeImage => this;
  addRepresentation = (): void => undefined;
}
knownClass(NativeImage);

/** `nativeImage`. As in Electron, a missing file results in an empty image. */
export const nativeImage = knownOnly('nativeImage', {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  createFromPath: (path: string) => new NativeImage(contentOf(path)),
  createFromBuffer: (buffer: Buffer) => new NativeImage(Buffer.from(buffer)),
  createFromBitmap: (buffer: Buffer) => new NativeImage(Buffer.from(buffer)),
  createFromDataURL: (url: string) => new NativeImage(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
});

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
