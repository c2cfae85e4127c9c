import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildTinyModel, TINY_MODEL_ID } from '../../../models/tools/tiny-model.ts';

/** Returns the path of the placeholder, a tiny model with random weights, which is built at the first start. */
export function placeholderPath(dataDir: string): string {
  const folder = modelsFolder(dataDir);
  const path = join(folder, `${TINY_MODEL_ID}.gguf`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  buildTinyModel(path);
  return path;
}

/** Returns the folder where this installation stores its models. */
export function modelsFolder(dataDir: string): string {
  return join(dataDir, 'models');
}
