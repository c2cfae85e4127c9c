import type { OpenAPI } from '@orpc/contract';
import type { ErrorCode } from '../../../shared/domain/errors.ts';
import { errorResponses } from './error-responses.ts';
import type { OperationExamples } from './examples/example.ts';
import { headersOfSuccess, IDEMPOTENCY_KEY } from './headers.ts';

/**
 * Adds to one operation what its route in the contract does not say: the errors that any request may meet, the
 * headers, and the examples. Changes it in place: the generator's type wants at once what OpenAPI 3.0 and 3.1 have.
 */
export function completeOperation(
  method: string,
  operation: OpenAPI.OperationObject,
  own: readonly ErrorCode[],
  examples: OperationExamples,
): void {
  for (const parameter of (operation.parameters ?? []) as OpenAPI.ParameterObject[]) {
    completeParameter(parameter, examples.parameters?.[parameter.name]);
  }
  if (method === 'post') {
    const parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
    Object.assign(operation, { parameters });
  }
  const { requestBody, responses = {} } = operation;
  if (requestBody && 'content' in requestBody && examples.requests) {
    for (const media of Object.values(requestBody.content)) media.examples = examples.requests;
  }
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response) continue;
    response.description = examples.answer;
    response.headers = headersOfSuccess(Number(status), method);
    for (const media of Object.values(response.content ?? {})) media.examples = examples.answers;
  }
  Object.assign(responses, errorResponses(operation, method, own, examples.faulty.details));
}

/** A description belongs to the parameter, where renderers and clients look for it. */
function completeParameter(parameter: OpenAPI.ParameterObject, example: unknown): void {
  // The generator allows both for every query: a client would then leave `&` and `+` as they are.
  delete parameter.allowReserved;
  delete parameter.allowEmptyValue;
  if (example !== undefined) parameter.example = example;
  const { schema } = parameter;
  if (!schema || '$ref' in schema || !schema.description) return;
  parameter.description = schema.description;
  delete schema.description;
}
