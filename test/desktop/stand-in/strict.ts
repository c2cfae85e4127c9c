/**
 * Properties that are read on any object to detect its type: by promises, module interop and test printers.
 */
const PROBED_PROPERTIES = new Set([
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
 * Makes reading an unknown property of an object throw instead of returning `undefined`. The guard is at the
 * end of the prototype chain, so the object itself does not change.
 */
export function knownOnly<T extends object>(name: string, object: T): T {
  return Object.setPrototypeOf(object, guard(name, Object.getPrototypeOf(object)));
}

/** Does the same for a class and its instances. */
export function knownClass<T extends { name: string; prototype: object }>(type: T): T {
  knownOnly(type.name, type.prototype);
  return knownOnly(type.name, type);
}

function guard(name: string, prototype: object): object {
  return new Proxy(prototype, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || PROBED_PROPERTIES.has(key))
        return Reflect.get(target, key, receiver);
      throw new Error(`the stand-in does not know ${name}.${key}`);
    },
  });
}
