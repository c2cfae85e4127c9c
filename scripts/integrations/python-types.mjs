import { capital } from './operations.mjs';

const KEYWORDS = new Set([
  'from',
  'class',
  'import',
  'global',
  'pass',
  'in',
  'is',
  'not',
  'return',
  'def',
  'None',
]);

/** Collects the types of a Python module from JSON schemas. Annotations are never evaluated, so their order is free. */
export class PythonTypes {
  #written = new Map();
  #schemas;

  constructor(schemas) {
    this.#schemas = schemas;
  }

  /** Returns the definitions of all types that were asked for, and of those that they use. */
  get source() {
    return [...this.#written.values()].join('\n\n');
  }

  /** Returns the annotation of a schema. An object without a name gets `name`. */
  annotation(schema, name) {
    if (!schema) return 'Any';
    if (schema.$ref) return this.#named(schema.$ref.split('/').at(-1));
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const cases = schema.anyOf ?? schema.oneOf;
    if (cases) return this.#union(cases, name);
    if (Array.isArray(schema.type))
      return this.#union(
        schema.type.map((type) => ({ ...schema, type })),
        name,
      );
    if (schema.type === 'array') return `List[${this.annotation(schema.items, `${name}Item`)}]`;
    if (schema.type === 'object') return this.#object(schema, name);
    return (
      { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[schema.type] ?? 'Any'
    );
  }

  #union(cases, name) {
    const isAlone = cases.filter(({ type }) => type !== 'null').length === 1;
    const all = cases.map((one, place) => this.annotation(one, isAlone ? name : name + caseName(one, place)));
    const unique = [...new Set(all)];
    return unique.length === 1 ? unique[0] : `Union[${unique.join(', ')}]`;
  }

  #named(name) {
    if (!this.#written.has(name)) {
      // A type that contains itself finds its name taken.
      this.#written.set(name, '');
      const schema = this.#schemas[name];
      if (schema.type === 'object' && schema.properties) this.#write(name, schema);
      else this.#written.set(name, `${name} = ${quoteNames(this.annotation(schema, name), name)}`);
    }
    return name;
  }

  #object(schema, name) {
    if (!schema.properties) {
      const values = schema.additionalProperties;
      return `Dict[str, ${typeof values === 'object' ? this.annotation(values, `${name}Value`) : 'Any'}]`;
    }
    if (!this.#written.has(name)) {
      this.#written.set(name, '');
      this.#write(name, schema);
    }
    return name;
  }

  #write(name, { properties, required = [], description }) {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.annotation(schema, name + capital(field.replace(/\W/g, '')));
      return [field, required.includes(field) ? type : `NotRequired[${type}]`];
    });
    const comment = description ? `# ${description.replaceAll('\n', ' ')}\n` : '';
    const needsCall = fields.some(([field]) => KEYWORDS.has(field) || !/^[A-Za-z_]\w*$/.test(field));
    const body = needsCall
      ? `${name} = TypedDict(\n    "${name}",\n    {\n${fields.map(([field, type]) => `        "${field}": "${type.replaceAll('"', "'")}",\n`).join('')}    },\n)`
      : `class ${name}(TypedDict):\n${fields.map(([field, type]) => `    ${field}: ${type}`).join('\n') || '    pass'}`;
    this.#written.set(name, `${comment}${body}\n`);
  }
}

function caseName(schema, place) {
  const kind = schema.properties?.type ?? schema.properties?.kind;
  const value = kind?.const ?? kind?.enum?.[0];
  return typeof value === 'string'
    ? capital(value.replace(/[\W_]([a-z0-9])?/gi, (_, letter = '') => letter.toUpperCase()))
    : `Case${place + 1}`;
}

const literal = (value) =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);

/** An alias is evaluated, so the types that it names are given as texts. */
function quoteNames(annotation, own) {
  const typing = [
    'Union',
    'List',
    'Dict',
    'Literal',
    'Any',
    'None',
    'True',
    'False',
    'str',
    'int',
    'float',
    'bool',
  ];
  return annotation
    .split(/("[^"]*")/)
    .map((part) =>
      part.startsWith('"')
        ? part
        : part.replace(/[A-Za-z_]\w*/g, (word) =>
            typing.includes(word) ? word : word === own ? '"Any"' : `"${word}"`,
          ),
    )
    .join('');
}
