const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Returns the operations of an OpenAPI document in its order, each with what generators need: `group` and `name` of
 * its id, the parameters of path and query, the schemas of body and successful response.
 */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method];
      const [group, name] = operation.operationId.split('.');
      const parameters = operation.parameters ?? [];
      const success = Object.entries(operation.responses).find(([status]) => Number(status) < 300)?.[1];
      const result = success?.content?.['application/json']?.schema;
      return {
        id: operation.operationId,
        group,
        name,
        method: method.toUpperCase(),
        path,
        tag: operation.tags?.[0],
        summary: operation.summary,
        description: operation.description,
        inPath: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter),
        parameters,
        query: parameters.filter((parameter) => parameter.in === 'query'),
        body: operation.requestBody?.content['application/json']?.schema,
        /** Whether the body is a file, sent with its type. */
        isUpload: Boolean(operation.requestBody && !operation.requestBody.content['application/json']),
        bodyExamples: operation.requestBody?.content['application/json']?.examples ?? {},
        result,
        resultExamples: success?.content?.['application/json']?.examples ?? {},
        /** Whether the response is a list with pages that a cursor walks through. */
        isPaged: isPage(result),
        responses: operation.responses,
      };
    }),
  );
}

/** Whether a response is a page of a list: the cursor of the next one is in `pagination`, or beside the items. */
export const isPage = (schema) => Boolean(schema?.properties?.pagination ?? schema?.properties?.nextCursor);

/** Returns operations by the group of their ids, in the order of the document. */
export function byGroup(operations) {
  const groups = new Map();
  for (const operation of operations) {
    groups.set(operation.group, [...(groups.get(operation.group) ?? []), operation]);
  }
  return groups;
}

/** `webhookEndpoints` → `webhook_endpoints`. */
export const snake = (text) => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `webhookEndpoints` → `WebhookEndpoints`. */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** The errors of an operation: status, code and meaning. */
export function errorsOf({ responses }) {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) =>
      Object.entries(response.content['application/json'].examples).map(([code, { summary, value }]) => ({
        status: Number(status),
        code,
        message: summary,
        example: value,
      })),
    );
}
