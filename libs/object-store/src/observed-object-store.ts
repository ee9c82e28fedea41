import { declareHistogram, declareSpan, type Metrics } from '@skyshelf/telemetry';
import { isObjectStoreError, type ObjectStore } from './port.js';

const seconds = declareHistogram({
  name: 'skyshelf_object_store_duration_seconds',
  help: 'Calls of the object store. Reading an object counts to its opening, not to its last byte; a listing to its first entry.',
  labels: {
    operation: 'the call of the port: `put`, `get`, `head`, `delete`, `createMultipart`, …',
    outcome:
      '`ok`, or the code of the error: `not-found`, `unavailable`, …; `failed` when it was not the store, but the sender that broke off',
  },
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
});

const span = declareSpan({
  name: 'object store {operation}',
  kind: 'client',
  scope: '@skyshelf/object-store',
  help: 'A call of the object store; reading an object ends with its opening.',
  parent: 'the request, the job or the sweep that needs bytes',
  within: true,
  attributes: { 'skyshelf.operation': 'the call of the port: `put`, `get`, …' },
});

/** `not-found` is an answer too. */
const outcomeOf = (error: unknown): string => (isObjectStoreError(error) ? error.code : 'failed');

type Timed = <T>(operation: string, work: () => Promise<T>) => Promise<T>;

function timedBy(metrics: Metrics): Timed {
  const histogram = metrics.histogram(seconds);
  return async (operation, work) => {
    const begun = performance.now();
    const done = (outcome: string) =>
      histogram.observe({ operation, outcome }, (performance.now() - begun) / 1000);
    try {
      const attributes = { 'skyshelf.operation': operation };
      const result = await span.run({ name: `object store ${operation}`, attributes }, work);
      done('ok');
      return result;
    } catch (error) {
      done(outcomeOf(error));
      throw error;
    }
  };
}

async function* timedList<T>(timed: Timed, operation: string, list: AsyncIterable<T>): AsyncGenerator<T> {
  const items = list[Symbol.asyncIterator]();
  try {
    let next = await timed(operation, () => items.next());
    while (next.done !== true) {
      yield next.value;
      next = await items.next();
    }
  } finally {
    await items.return?.();
  }
}

/** Counts and times every call: `skyshelf_object_store_seconds`, and a span. */
export function observedObjectStore<S extends ObjectStore>(store: S, metrics: Metrics): S {
  const timed = timedBy(metrics);
  return {
    ...store,
    put: (...given) => timed('put', () => store.put(...given)),
    get: (...given) => timed('get', () => store.get(...given)),
    head: (...given) => timed('head', () => store.head(...given)),
    delete: (...given) => timed('delete', () => store.delete(...given)),
    list: (...given) => timedList(timed, 'list', store.list(...given)),
    createMultipart: (...given) => timed('createMultipart', () => store.createMultipart(...given)),
    putPart: (...given) => timed('putPart', () => store.putPart(...given)),
    listParts: (...given) => timed('listParts', () => store.listParts(...given)),
    completeMultipart: (...given) => timed('completeMultipart', () => store.completeMultipart(...given)),
    abortMultipart: (...given) => timed('abortMultipart', () => store.abortMultipart(...given)),
    listMultiparts: () => timedList(timed, 'listMultiparts', store.listMultiparts()),
  };
}
