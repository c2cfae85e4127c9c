// Compares two OpenAPI documents of the public API by structure: what an old client uses must go on working.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Limits of requests: whether a larger number accepts less. */
const LIMITS = {
  minLength: true,
  minimum: true,
  minItems: true,
  exclusiveMinimum: true,
  maxLength: false,
  maximum: false,
  maxItems: false,
  exclusiveMaximum: false,
};

/**
 * Returns a document without what comparing does not need: descriptions and examples. Of the examples of errors,
 * the codes are kept.
 */
export function slimDocument({ openapi, info, paths, webhooks, components }) {
  return {
    openapi,
    info: { title: info.title, version: info.version },
    paths: withoutTexts(paths),
    webhooks: withoutTexts(webhooks),
    components: { schemas: withoutTexts(components.schemas, true) },
  };
}

/** With `areNames`, the keys of the object are names of fields, which are never texts. */
function withoutTexts(value, areNames = false) {
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([key, part]) => {
    if (!areNames && ['description', 'summary', 'title', 'example', 'tags', 'deprecated'].includes(key))
      return [];
    if (!areNames && key === 'examples') {
      const codes = Object.values(part).flatMap((one) => one?.value?.error?.code ?? []);
      return codes.length > 0 ? [['x-codes', codes]] : [];
    }
    return [[key, withoutTexts(part, !areNames && (key === 'properties' || key === 'headers'))]];
  });
  return Object.fromEntries(kept);
}

/**
 * Returns what `next` no longer offers of `before`, one sentence each; empty when old clients go on working. Both
 * are documents of `slimDocument`.
 *
 * Requests may accept more, and responses may contain more fields and more values of an enumeration. Nothing else
 * may change.
 */
export function breakingChanges(before, next) {
  const comparison = new Comparison(before, next);
  const after = operationsOf(next);
  for (const [id, old] of operationsOf(before)) {
    const current = after.get(id);
    if (!current) comparison.report(id, 'the operation is missing');
    else comparison.operation(id, old, current);
  }
  for (const [event, old] of Object.entries(before.webhooks ?? {})) {
    const current = next.webhooks?.[event];
    if (!current) comparison.report(event, 'the event is missing');
    else comparison.bodies(`${event} payload`, old.post.requestBody, current.post.requestBody, 'response');
  }
  return comparison.problems;
}

/** Returns what `next` offers beyond `before`: operations, events, error codes, and fields of named schemas. */
export function additions(before, next) {
  const known = operationsOf(before);
  const schemas = before.components.schemas;
  return {
    operations: [...operationsOf(next).values()].filter(({ id }) => !known.has(id)),
    events: Object.keys(next.webhooks ?? {}).filter((event) => !before.webhooks?.[event]),
    codes: [...codesOf(next)].filter((code) => !codesOf(before).has(code)).sort(),
    fields: Object.entries(next.components.schemas).flatMap(([schema, { properties = {} }]) =>
      Object.keys(properties)
        .filter((field) => schemas[schema] && !(field in (schemas[schema].properties ?? {})))
        .map((field) => `${schema}.${field}`),
    ),
  };
}

function codesOf(document) {
  const codes = new Set();
  for (const { operation } of operationsOf(document).values()) {
    for (const response of Object.values(operation.responses)) {
      for (const code of response.content?.['application/json']?.['x-codes'] ?? []) codes.add(code);
    }
  }
  return codes;
}

/** Returns the operations of a document by their ids. */
function operationsOf(document) {
  return new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => {
        const id = item[method].operationId;
        return [id, { id, method, path, operation: item[method] }];
      }),
    ),
  );
}

class Comparison {
  problems = [];
  /** Pairs of named schemas that are compared now or have been compared. */
  #seen = new Map();

  constructor(before, next) {
    this.before = before;
    this.next = next;
  }

  report(place, problem) {
    this.problems.push(`${place}: ${problem}`);
  }

  operation(id, old, next) {
    const address = ({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`;
    if (address(old) !== address(next)) this.report(id, `was ${address(old)}, now ${address(next)}`);
    this.parameters(id, old.operation.parameters ?? [], next.operation.parameters ?? []);
    this.bodies(`${id} body`, old.operation.requestBody, next.operation.requestBody, 'request');
    if (!old.operation.requestBody && next.operation.requestBody?.required)
      this.report(id, 'requires a body');
    for (const [status, response] of Object.entries(old.operation.responses)) {
      const current = next.operation.responses[status];
      if (!current) {
        this.report(id, `the response ${status} is missing`);
        continue;
      }
      const codes = current.content?.['application/json']?.['x-codes'] ?? [];
      for (const code of response.content?.['application/json']?.['x-codes'] ?? []) {
        if (!codes.includes(code)) this.report(id, `the error ${status} ${code} is missing`);
      }
      for (const header of Object.keys(response.headers ?? {})) {
        if (!current.headers?.[header]) this.report(id, `the header ${header} of ${status} is missing`);
      }
      this.bodies(`${id} ${status}`, response, current, 'response');
    }
  }

  parameters(id, old, next) {
    const find = (all, { name, in: place }) => all.find((one) => one.name === name && one.in === place);
    // Names of parts of the path are ours: callers see only the address.
    const placeOf = (all, one) => all.filter((other) => other.in === 'path').indexOf(one);
    for (const one of old) {
      const current =
        one.in === 'path' ? next.filter((other) => other.in === 'path')[placeOf(old, one)] : find(next, one);
      if (!current) this.report(id, `the parameter ${one.name} is missing`);
      else if (current.required && !one.required) this.report(id, `the parameter ${one.name} is required`);
      else this.schemas(`${id} ${one.name}`, one.schema, current.schema, 'request');
    }
    for (const one of next) {
      if (one.in !== 'path' && one.required && !find(old, one)) {
        this.report(id, `the parameter ${one.name} is new and required`);
      }
    }
  }

  bodies(place, old, next, side) {
    for (const [type, { schema }] of Object.entries(old?.content ?? {})) {
      const current = next?.content?.[type];
      if (!current) this.report(place, `${type} is missing`);
      else this.schemas(place, schema, current.schema, side);
    }
    if (side === 'request' && old && next?.required && !old.required) this.report(place, 'is required');
  }

  schemas(place, old, next, side) {
    this.problems.push(...this.#problemsOf(old, next, side).map((problem) => place + problem));
  }

  /** Returns the problems of a pair of schemas, each with the path of its field before it. */
  #problemsOf(old, next, side) {
    if (old === undefined || next === undefined) return [];
    const names = old.$ref && next.$ref ? `${side} ${old.$ref} ${next.$ref}` : null;
    const known = names && this.#seen.get(names);
    if (known) return known;
    // A schema that contains itself is equal until a difference is found.
    if (names) this.#seen.set(names, []);
    const problems = this.#compareCases(casesOf(old, this.before), casesOf(next, this.next), side);
    if (names) this.#seen.set(names, problems);
    return problems;
  }

  #compareCases(old, next, side) {
    if (old.length === 1 && next.length === 1) return this.#compareCase(old[0], next[0], side);
    const problems = old.flatMap((one) => {
      const tried = next.map((other) => this.#compareCase(one, other, side));
      if (tried.some((found) => found.length === 0)) return [];
      const nearest = next.findIndex((other) => one.name !== undefined && other.name === one.name);
      return nearest >= 0 ? tried[nearest] : [`: ${nameOfCase(one)} is missing`];
    });
    if (side === 'request') return problems;
    const types = new Set(old.map(({ schema }) => schema.type));
    const added = next.filter(({ schema }) => schema.type !== undefined && !types.has(schema.type));
    return [...problems, ...added.map((one) => `: ${nameOfCase(one)} is new in a response`)];
  }

  #compareCase({ schema: old }, { schema: next }, side) {
    const problems = [];
    if (!sameType(old.type, next.type, side)) return [`: was ${old.type}, now ${next.type ?? 'anything'}`];
    problems.push(...valueProblems(old, next, side));
    if (side === 'request') problems.push(...limitProblems(old, next));
    const required = [old.required ?? [], next.required ?? []];
    const [from, to] = side === 'request' ? required.toReversed() : required;
    for (const field of from.filter((one) => !to.includes(one))) {
      // In a response, a missing field is reported below.
      if (side === 'request') problems.push(` › ${field}: is required`);
      else if (next.properties?.[field]) problems.push(` › ${field}: is no longer always present`);
    }
    for (const [field, part] of Object.entries(old.properties ?? {})) {
      const current = next.properties?.[field];
      const isAccepted = side === 'request' && next.additionalProperties !== false;
      if (!current && !isAccepted) problems.push(` › ${field}: is missing`);
      problems.push(...this.#problemsOf(part, current, side).map((problem) => ` › ${field}${problem}`));
    }
    for (const part of ['items', 'additionalProperties', 'propertyNames']) {
      if (typeof old[part] !== 'object' || typeof next[part] !== 'object') continue;
      problems.push(
        ...this.#problemsOf(old[part], next[part], side).map((problem) => ` › ${part}${problem}`),
      );
    }
    if (side === 'request' && old.additionalProperties !== false && next.additionalProperties === false) {
      if (old.type === 'object') problems.push(': other fields are not accepted');
    }
    return problems;
  }
}

/** Returns the alternatives of a schema; one for a schema without any. */
function casesOf(schema, document) {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? schema : document.components.schemas[name];
  const alternatives = found.oneOf ?? found.anyOf;
  if (alternatives) return alternatives.flatMap((one) => casesOf(one, document));
  if (Array.isArray(found.type)) return found.type.map((type) => ({ name, schema: { ...found, type } }));
  return [{ name, schema: found }];
}

function nameOfCase({ name, schema }) {
  const value = schema.const ?? schema.enum?.join(', ');
  return name ?? (value === undefined ? String(schema.type) : JSON.stringify(value));
}

function sameType(old, next, side) {
  if (old === next || (side === 'request' && next === undefined)) return true;
  if (old === undefined) return side === 'response';
  return side === 'request' ? old === 'integer' && next === 'number' : old === 'number' && next === 'integer';
}

function valueProblems(old, next, side) {
  const problems = [];
  const [before, after] = [old, next].map(
    (schema) => schema.enum ?? (schema.const === undefined ? null : [schema.const]),
  );
  if (before && after) {
    const lost = before.filter((value) => !after.includes(value));
    if (lost.length > 0)
      problems.push(`: ${lost.map((value) => JSON.stringify(value)).join(', ')} is missing`);
  }
  if (side === 'request' && !before && after) problems.push(': only some values are accepted');
  if (side === 'response' && before && !after) problems.push(': any value is possible');
  if (old.format !== next.format && (side === 'response' ? old.format : next.format) !== undefined) {
    problems.push(`: the format was ${old.format ?? 'any'}, now ${next.format ?? 'any'}`);
  }
  return problems;
}

/** Returns the limits of a request that became narrower. */
function limitProblems(old, next) {
  const problems = [];
  for (const [limit, isLower] of Object.entries(LIMITS)) {
    if (next[limit] === undefined) continue;
    const widest = isLower ? -Infinity : Infinity;
    const before = old[limit] ?? (limit.startsWith('min') && limit !== 'minimum' ? 0 : widest);
    if (isLower ? next[limit] > before : next[limit] < before) {
      problems.push(`: ${limit} was ${old[limit] ?? 'not set'}, now ${next[limit]}`);
    }
  }
  if (next.pattern !== undefined && next.pattern !== old.pattern) problems.push(': the pattern changed');
  if (old.default !== undefined && JSON.stringify(old.default) !== JSON.stringify(next.default)) {
    problems.push(`: the default was ${JSON.stringify(old.default)}, now ${JSON.stringify(next.default)}`);
  }
  return problems;
}
