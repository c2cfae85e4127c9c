import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Generates the types of the client: named schemas, the requests and responses of operations, and one type of all
 * webhooks. Omits error responses, because all errors are thrown as one class. `draft` is an empty folder for temporary
 * files.
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
  return body.replace(/export type ClientOptions = \{[^}]*\};\n\n/, '') + anyEventOf(document);
}

/** Returns the type of the body of any webhook, in the order of the document. */
function anyEventOf({ webhooks }) {
  const names = Object.values(webhooks).map(({ post }) =>
    post.requestBody.content['application/json'].schema.$ref.split('/').at(-1),
  );
  const union = [...new Set(names)].map((name) => `\n    | ${name}`).join('');
  return `\n/**\n * The body of any webhook: \`type\` says which.\n */\nexport type AnyWebhookEvent =${union};\n`;
}
