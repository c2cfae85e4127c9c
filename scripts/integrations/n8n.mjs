import { byGroup, capital, operationsOf } from './operations.mjs';

/** Groups that a workflow does not use: endpoints belong to the trigger node, and the key to the credential. */
const LEFT_OUT = ['webhookEndpoints', 'me'];

/**
 * Returns a TypeScript module for the n8n nodes: the parameters that n8n shows for each operation, how they are sent,
 * and the events of the trigger.
 */
export function n8nModule(document) {
  const operations = operationsOf(document)
    .filter(({ group, isUpload }) => !LEFT_OUT.includes(group) && !isUpload)
    .map((operation) => ({ ...operation, isPaged: operation.isPaged || isFeed(operation) }));
  const groups = [...byGroup(operations)];
  const schemas = document.components.schemas;
  const properties = [
    choice(
      'Resource',
      'resource',
      groups.map(([group]) => ({ name: titleOf(singular(group)), value: singular(group) })),
      {},
    ),
    ...groups.map(([group, members]) =>
      choice(
        'Operation',
        'operation',
        members.map(({ name, summary }) => ({
          name: titleOf(name),
          value: name,
          action: summary,
          description: summary,
        })),
        { show: { resource: [singular(group)] } },
      ),
    ),
    ...operations.flatMap((operation) => propertiesOf(operation, schemas)),
  ];
  const requests = Object.fromEntries(
    operations.map((operation) => [
      `${singular(operation.group)}.${operation.name}`,
      {
        method: operation.method,
        path: operation.path,
        inPath: operation.inPath,
        isPaged: operation.isPaged,
        fields: fieldsOf(operation, schemas),
        query: filtersOf(operation).map(({ name, schema }) => [name, kindOf(schema, schemas)]),
      },
    ]),
  );
  const events = Object.entries(document.webhooks).map(([value, { post }]) => ({
    name: value,
    value,
    description: post.summary,
  }));
  return `// Made by scripts/integrations.mjs from the contract. Do not edit.
import type { NodeProperty, OperationRequest } from './n8n.ts';

export const PROPERTIES: NodeProperty[] = ${JSON.stringify(properties, null, 1)};

export const REQUESTS: Readonly<Record<string, OperationRequest>> = ${JSON.stringify(requests, null, 1)};

export const EVENTS: { name: string; value: string; description: string }[] = ${JSON.stringify(events, null, 1)};
`;
}

/** A feed has a cursor on its last page too; `hasMore` says whether there is more now. */
const isFeed = ({ result }) => Boolean(result?.properties?.hasMore);

const singular = (group) => group.replace(/s$/, '');

/** \`markRead\` → \`Mark Read\`. */
const titleOf = (name) => capital(name).replace(/([a-z])([A-Z])/g, '$1 $2');

function choice(displayName, name, options, displayOptions) {
  const shown = Object.keys(displayOptions).length > 0 ? { displayOptions } : {};
  return {
    displayName,
    name,
    type: 'options',
    noDataExpression: true,
    options,
    default: options[0].value,
    ...shown,
  };
}

const filtersOf = ({ query }) => query.filter(({ name }) => !['page', 'cursor', 'limit'].includes(name));

function propertiesOf(operation, schemas) {
  const show = { resource: [singular(operation.group)], operation: [operation.name] };
  const { forms, discriminator } = bodyOf(operation, schemas);
  const kinds = discriminator ? forms.map((form) => form.properties[discriminator].const) : [];
  const exampleOf = (name) => operation.parameters.find((one) => one.name === name);
  const inPath = operation.inPath.map((name) => ({
    ...property(name, exampleOf(name)?.schema ?? {}, schemas, exampleOf(name)?.description),
    required: true,
    displayOptions: { show },
  }));
  const type = discriminator
    ? [
        {
          ...choice(
            titleOf(discriminator),
            discriminator,
            kinds.map((value) => ({ name: titleOf(value), value })),
            { show },
          ),
          required: true,
        },
      ]
    : [];
  const required = namesOf(forms, (form) => form.required ?? []).filter((name) => name !== discriminator);
  const first = required.map((name) => {
    const those = forms.filter((form) => form.required?.includes(name));
    const when =
      discriminator && those.length < forms.length
        ? { [discriminator]: those.map((form) => form.properties[discriminator].const) }
        : {};
    return {
      ...property(name, those[0].properties[name], schemas),
      required: true,
      displayOptions: { show: { ...show, ...when } },
    };
  });
  const optional = namesOf(forms, (form) =>
    Object.keys(form.properties).filter((name) => !form.required?.includes(name)),
  );
  const others = optional.map((name) =>
    property(name, forms.find((form) => form.properties[name]).properties[name], schemas),
  );
  const filters = filtersOf(operation).map(({ name, schema, description }) =>
    property(name, schema, schemas, description),
  );
  return [
    ...inPath,
    ...type,
    ...first,
    ...collection('Fields', 'fields', 'Add Field', others, show),
    ...collection('Filters', 'filters', 'Add Filter', filters, show),
    ...(operation.isPaged ? paging(show) : []),
  ];
}

function paging(show) {
  return [
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
      displayOptions: { show },
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: 100 },
      default: 50,
      description: 'Max number of results to return',
      displayOptions: { show: { ...show, returnAll: [false] } },
    },
  ];
}

function collection(displayName, name, placeholder, options, show) {
  if (options.length === 0) return [];
  return [
    { displayName, name, type: 'collection', placeholder, default: {}, options, displayOptions: { show } },
  ];
}

/** Returns the forms of a body, and the discriminator when there are several. */
function bodyOf({ body }, schemas) {
  if (!body) return { forms: [], discriminator: null };
  const schema = resolved(body, schemas);
  const cases = schema.oneOf ?? schema.anyOf;
  if (!cases) return { forms: [schema], discriminator: null };
  const discriminator = schema.discriminator?.propertyName ?? null;
  const forms = cases
    .map((one) => resolved(one, schemas))
    .filter((form) => !discriminator || form.properties[discriminator].const !== undefined);
  return { forms, discriminator };
}

function fieldsOf(operation, schemas) {
  const { forms } = bodyOf(operation, schemas);
  if (!operation.body) return null;
  return namesOf(forms, (form) => Object.keys(form.properties)).map((name) => [
    name,
    kindOf(forms.find((form) => form.properties[name]).properties[name], schemas),
  ]);
}

const namesOf = (forms, names) => [...new Set(forms.flatMap(names))];

function resolved(schema, schemas) {
  return schema.$ref ? resolved(schemas[schema.$ref.split('/').at(-1)], schemas) : schema;
}

/** Returns a schema without null, which is "not set" in n8n; a choice of several is left as it is. */
function meant(schema, schemas) {
  const found = resolved(schema, schemas);
  const cases = (found.anyOf ?? [])
    .map((one) => resolved(one, schemas))
    .filter(({ type }) => type !== 'null');
  const described = found.description ? { description: found.description } : {};
  return cases.length === 1 ? { ...cases[0], ...described } : found;
}

/** How a value is sent: as it is, a time, a list of texts, or parsed JSON. */
function kindOf(schema, schemas) {
  const { type, format, items, enum: values, const: only } = meant(schema, schemas);
  if (values || only !== undefined || ['boolean', 'integer', 'number'].includes(type)) return 'value';
  if (type === 'string') return format === 'date-time' ? 'time' : 'value';
  if (type === 'array' && resolved(items, schemas).type === 'string') return 'texts';
  return 'json';
}

function property(name, given, schemas, text) {
  const schema = meant(given, schemas);
  const description = text ?? schema.description;
  const base = { displayName: titleOf(name), name, ...(description ? { description } : {}) };
  const values = schema.enum?.filter((value) => value !== null);
  if (values) {
    const options = values.map((value) => ({ name: titleOf(String(value)), value }));
    return { ...base, type: 'options', options, default: values[0] };
  }
  if (schema.type === 'boolean') return { ...base, type: 'boolean', default: false };
  if (schema.type === 'integer' || schema.type === 'number')
    return { ...base, type: 'number', default: schema.default ?? 0 };
  const kind = kindOf(given, schemas);
  if (kind === 'time') return { ...base, type: 'dateTime', default: '' };
  if (kind === 'texts')
    return { ...base, type: 'string', typeOptions: { multipleValues: true }, default: [] };
  if (kind === 'json') return { ...base, type: 'json', default: schema.type === 'array' ? '[]' : '{}' };
  return { ...base, type: 'string', default: '' };
}
