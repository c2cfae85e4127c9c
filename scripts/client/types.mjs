import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Generates the types of the client: named schemas, and the requests and responses of operations. Omits error
 * responses, because all errors are thrown as one class. `draft` is an empty folder for temporary files.
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
      // The client sets the headers itself.
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
  // Removes the generator's client options. This client has its own.
  return body.replace(/export type ClientOptions = \{[^}]*\};\n\n/, '');
}
