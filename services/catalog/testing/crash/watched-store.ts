import type { Catalog, CatalogCommand, CatalogSideWriter } from '#src/application/catalog.js';
import type { Reader } from '#src/application/slices/read-folder.js';
import type { CrashPoints } from './crash-points.js';
import { watched, withMethods } from './watched.js';

type Store = Catalog['store'];

/** The drive store with all that it hands to a command: rows, side documents, what is written next to the event. */
export function watchedStore(points: CrashPoints, store: Store): Store {
  const plain = watched(points, 'store', store, { later: ['state', 'version', 'events', 'eventsOf'] });
  const own: Pick<Store, 'withDrive' | 'reader' | 'drivesWith'> = {
    withDrive: (drive, opId, command, origin) =>
      points.around(`store.withDrive ${command.name}`, () =>
        store.withDrive(drive, opId, watchedCommand(points, command), origin),
      ),
    reader: (drive) =>
      points.around('store.reader', async () => watchedReader(points, 'reader', await store.reader(drive))),
    drivesWith: async function* (...given) {
      const found = await points.around('store.drivesWith', () =>
        Array.fromAsync(store.drivesWith(...given)),
      );
      yield* found;
    },
  };
  return withMethods(plain, (method) => (method in own ? Reflect.get(own, method) : null));
}

const watchedCommand = <S, A>(points: CrashPoints, command: CatalogCommand<S, A>): CatalogCommand<S, A> => ({
  ...command,
  read: (reader) => command.read(watchedReader(points, `${command.name} reads`, reader)),
  alongside: async (side, decision) => command.alongside?.(watchedSide(points, command.name, side), decision),
});

function watchedReader<R extends Reader>(points: CrashPoints, port: string, reader: R): R {
  const rows = watched<Reader>(points, port, reader, { later: ['get', 'find', 'ancestors'] });
  return withMethods(reader, (method) => {
    if (method === 'side')
      return (name) => {
        const side = reader.side(name as 'processes');
        return watched(points, `${port} ${String(name)}`, side, { later: ['get', 'find'] });
      };
    return ['get', 'find', 'ancestors'].includes(method) ? Reflect.get(rows, method) : null;
  });
}

const watchedSide = (points: CrashPoints, command: string, side: CatalogSideWriter): CatalogSideWriter =>
  watched(points, `${command} side`, side, { later: ['put', 'remove', 'adjust', 'enqueue', 'bound'] });
