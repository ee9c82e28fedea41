import { ObjectStoreError, type ObjectStore } from './port.js';

const refuse = (): never => {
  throw new ObjectStoreError('unavailable', 'The objects are not written here: this is a read-only copy');
};
const refused = async (): Promise<never> => refuse();

/** Another installation's objects: what would change them is `unavailable`. */
export const readOnlyObjects = (objects: ObjectStore): ObjectStore =>
  new Proxy(objects, {
    get(target, name, receiver) {
      if (changing.has(name)) return refused;
      const found: unknown = Reflect.get(target, name, receiver);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });

const changing: ReadonlySet<string | symbol> = new Set<keyof ObjectStore>([
  'put',
  'delete',
  'createMultipart',
  'putPart',
  'presignPart',
  'completeMultipart',
  'abortMultipart',
]);
