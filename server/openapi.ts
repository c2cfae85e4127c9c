import { makeOpenApiDocument } from './kernel/openapi/document.ts';

/** Prints the OpenAPI document of the public API; `scripts/openapi.mjs` keeps the committed copy in step. */
process.stdout.write(`${JSON.stringify(await makeOpenApiDocument(), null, 2)}\n`);
