import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The types of the client: one for each named schema, and what each operation takes and answers. Errors are
 * thrown as one class, so their answers are left out. `draft` is an empty folder to write in.
 */
export async function typesOf(document, draft) {
  const { createClient } = await import('@hey-api/openapi-ts');
  const input = structuredClone(document);
  delete input.components.schemas.Error;
  for (const path of Object.values(input.paths)) {
    for (const operation of Object.values(path)) {
      for (const status of Object.keys(operation.responses)) {
        if (Number(status) >= 400) delete operation.responses[status];
      }
      // Given with the call, not in its arguments.
      operation.parameters = operation.parameters?.filter((parameter) => parameter.in !== 'header');
    }
  }
  await createClient({
    input,
    output: draft,
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent', file: false },
  });
  const made = readFileSync(join(draft, 'types.gen.ts'), 'utf8');
  const body = made.slice(made.indexOf('\nexport type') + 1);
  // The generator's own options: this client has others.
  return body.replace(/export type ClientOptions = \{[^}]*\};\n\n/, '');
}
