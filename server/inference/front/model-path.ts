import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildTinyModel, TINY_MODEL_ID } from '../../../models/tools/tiny-model.ts';
import { ConfigError } from '../../config.ts';

/**
 * The model file to serve: the one that was named, else the tiny model, which is built at the first start.
 * @throws {ConfigError} when the named file is not there.
 */
export function modelPathFor({
  modelPath,
  dataDir,
}: {
  modelPath: string | undefined;
  dataDir: string;
}): string {
  if (modelPath) {
    if (statSync(modelPath, { throwIfNoEntry: false })?.isFile()) return modelPath;
    throw new ConfigError(
      `MODEL_PATH names ${modelPath}, which is no file. Leave it out to use the tiny model.`,
    );
  }
  const folder = join(dataDir, 'models');
  const path = join(folder, `${TINY_MODEL_ID}.gguf`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  buildTinyModel(path);
  return path;
}
