import { readFileSync } from 'node:fs';
import { z } from 'zod';
import bundled from '../../../models/catalog.json' with { type: 'json' };

const CatalogModelSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,79}$/, 'must be lower case letters, digits, dots and dashes'),
  name: z.string().min(1).max(120),
  /** Name of the file in the models folder, without a path. */
  file: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,200}\.gguf$/, 'must be the name of a .gguf file'),
  source: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  /**
   * Digest of the file. The bundled catalog has it for every model. In a catalog of the operator it may be missing;
   * the file is then checked only against the digest from the source.
   */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Size of the file; in the bundled catalog the exact one, where it could be verified. */
  approximateBytes: z.int().positive(),
  contextSize: z.int().positive(),
  /** Minimum memory when loaded with four slots of 4,096 tokens. */
  memoryBytes: z.int().positive(),
  license: z.string().max(120),
  strengths: z.string().max(200),
  /** The languages that its makers list, as codes of two letters: a list, or a text with spaces; unknown without it. */
  languages: z
    .union([z.string().transform((codes) => codes.split(' ')), z.array(z.string())])
    .refine((codes) => codes.every((code) => /^[a-z]{2}$/.test(code)), 'must be codes of two letters')
    .optional(),
});

/** A model that can be downloaded. Sizes are in bytes, the context size in tokens. */
export type CatalogModel = z.infer<typeof CatalogModelSchema>;

const CatalogSchema = z
  .object({ models: z.array(CatalogModelSchema) })
  .refine(({ models }) => new Set(models.map(({ id }) => id)).size === models.length, 'names an id twice');
/** The files are parsed in native code, and their hosts are not ours: what we ship names the exact bytes. */
const BundledSchema = CatalogSchema.refine(
  ({ models }) => models.every(({ sha256 }) => sha256 !== undefined),
  'has a model without sha256',
);

/**
 * Returns the models that can be downloaded: the bundled list, or the list in a file (for a private mirror).
 * @throws {Error} with the reason if the file cannot be read or is invalid.
 */
export function readCatalog(path?: string): readonly CatalogModel[] {
  if (path === undefined) return BundledSchema.parse(bundled).models;
  try {
    return CatalogSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).models;
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`MODEL_CATALOG (${path}) is not a catalog of models: ${reason}`, { cause: error });
  }
}
