import type { CrashPoints } from './crash-points.js';

type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** An object with some methods replaced; the others are its own, and so are its fields. */
export const withMethods = <T extends object>(
  target: T,
  replaced: (method: string) => Methods[string] | null,
): T =>
  new Proxy(target, {
    get(_, key) {
      const other = typeof key === 'string' ? replaced(key) : null;
      if (other) return other;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Calls a method of the object itself. */
export function callOf(target: object, method: string, args: readonly unknown[]): unknown {
  const own: unknown = Reflect.get(target, method, target);
  if (typeof own !== 'function') throw new TypeError(`${method} is no method.`);
  return Reflect.apply(own, target, args);
}

/** A port whose calls are points at which the process may die. */
export function watched<T extends object>(
  points: CrashPoints,
  port: string,
  target: T,
  { later = [], now = [] }: { later?: readonly (keyof T & string)[]; now?: readonly (keyof T & string)[] },
): T {
  const has = (names: readonly string[], method: string) => names.includes(method);
  return withMethods(target, (method) => {
    if (has(later, method))
      return (...args) => points.around(`${port}.${method}`, async () => callOf(target, method, args));
    if (has(now, method))
      return (...args) => points.aroundNow(`${port}.${method}`, () => callOf(target, method, args));
    return null;
  });
}
