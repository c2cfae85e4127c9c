import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { OwnModel } from '../../../shared/domain/worker-models.ts';
import { GgufError, type GgufHeader, readGgufHeader } from './gguf-header.ts';
import type { ModelFolder } from './model-folder.ts';

/** More files than these are not read. */
const FILES_MAX = 50;
const ID_WORDS_MAX = 50;
/** Memory is stated as in the catalog: four slots of 4,096 tokens, with values of two bytes. */
const TOKENS = 4 * 4_096;
const BYTES_PER_VALUE = 2;
const ENGINE_BYTES = 300_000_000;
/** Architectures that turn texts into numbers: they answer nothing. */
const NO_ANSWERS = /bert|embed|^clip$|t5encoder|reranker/;

/**
 * Finds the model files that people have put into the folder: GGUF files that are not in the catalog (decision 0381). Each
 * is read once, and again when it has changed. `isKnown`: the file belongs to the catalog, or is the placeholder.
 */
export function createOwnModels(folder: ModelFolder, isKnown: (file: string) => boolean) {
  let found: readonly OwnModel[] = [];
  const read = new Map<string, { stamp: string; model: OwnModel }>();

  async function look(): Promise<void> {
    const files = folder.list().filter((file) => !isKnown(file));
    const models: OwnModel[] = [];
    for (const file of files.toSorted().slice(0, FILES_MAX)) {
      const path = folder.find(file);
      const stats = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
      if (path === null || !stats?.isFile()) continue;
      const stamp = `${path} ${stats.size} ${stats.mtimeMs}`;
      const known = read.get(file);
      const model = known?.stamp === stamp ? known.model : await describe(file, path, stats.size);
      read.set(file, { stamp, model });
      models.push(model);
    }
    for (const file of read.keys()) if (!files.includes(file)) read.delete(file);
    found = models;
  }

  return {
    /** Reads the folder again. */
    look,
    /** Returns what the last reading found. */
    list: (): readonly OwnModel[] => found,
  };
}

async function describe(file: string, path: string, bytes: number): Promise<OwnModel> {
  const plain: OwnModel = {
    ...{ id: idOf(file), file, bytes, name: file.replace(/\.gguf$/i, '') },
    ...{ contextSize: 0, memoryBytes: bytes + ENGINE_BYTES, license: null, languages: null, problem: null },
  };
  try {
    const header = await readGgufHeader(path);
    return { ...plain, ...factsOf(header, bytes), problem: problemOf(header, bytes) };
  } catch (error) {
    return { ...plain, problem: error instanceof GgufError ? 'not_a_model' : 'unreadable' };
  }
}

function problemOf({ values, lastTensorAt }: GgufHeader, bytes: number): OwnModel['problem'] {
  const architecture = textOf(values.get('general.architecture'));
  if (Number(values.get('split.count') ?? 1) > 1) return 'split';
  if (architecture === null || lastTensorAt === 0) return 'not_a_model';
  if (NO_ANSWERS.test(architecture)) return 'no_answers';
  return lastTensorAt >= bytes ? 'incomplete' : null;
}

function factsOf({ values }: GgufHeader, bytes: number): Partial<OwnModel> {
  const architecture = textOf(values.get('general.architecture')) ?? '';
  const number = (key: string) => Number(values.get(`${architecture}.${key}`) ?? 0) || 0;
  const heads = number('attention.head_count') || 1;
  const size = number('embedding_length') / heads;
  const perToken =
    number('block_count') *
    (number('attention.head_count_kv') || heads) *
    ((number('attention.key_length') || size) + (number('attention.value_length') || size)) *
    BYTES_PER_VALUE;
  const name = textOf(values.get('general.name'));
  const languages = values.get('general.languages');
  const codes = Array.isArray(languages)
    ? languages.map((code: string) => code.slice(0, 2).toLowerCase())
    : [];
  return {
    ...(name && { name: name.slice(0, 120) }),
    contextSize: number('context_length'),
    memoryBytes: Math.round(bytes + ENGINE_BYTES + perToken * TOKENS),
    license: textOf(values.get('general.license'))?.slice(0, 120) ?? null,
    languages: codes.length > 0 ? [...new Set(codes)].filter((code) => /^[a-z]{2}$/.test(code)) : null,
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** Returns an id that stays the same for a file name, and that no other file has. */
function idOf(file: string): string {
  const words = file
    .replace(/\.gguf$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, ID_WORDS_MAX);
  return `own-${words}-${createHash('sha256').update(file).digest('hex').slice(0, 8)}`;
}
