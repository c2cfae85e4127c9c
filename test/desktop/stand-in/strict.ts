/** What others ask of any object to find out what it is: promises, module interop, test printers. */
const ASKED_OF_ANYTHING = new Set([
  'then',
  'toJSON',
  '__esModule',
  'default',
  'asymmetricMatch',
  'nodeType',
  'tagName',
  '$$typeof',
]);

/**
 * Makes reading what an object does not have an error instead of `undefined`, so that the stand-in never
 * pretends. It stands at the end of the prototype chain: the object itself stays what it is.
 */
export function knownOnly<T extends object>(name: string, object: T): T {
  return Object.setPrototypeOf(object, guard(name, Object.getPrototypeOf(object)));
}

/** The same for a class: for what it has itself, and for its objects. */
export function knownClass<T extends { name: string; prototype: object }>(type: T): T {
  knownOnly(type.name, type.prototype);
  return knownOnly(type.name, type);
}

function guard(name: string, prototype: object): object {
  return new Proxy(prototype, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || ASKED_OF_ANYTHING.has(key))
        return Reflect.get(target, key, receiver);
      throw new Error(`the stand-in does not know ${name}.${key}`);
    },
  });
}
