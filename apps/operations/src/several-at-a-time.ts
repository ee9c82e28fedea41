/**
 * Takes the next item only when a worker is free, so there may be any number. The first failure, or the
 * signal, ends it after running work.
 * @throws what `work` threw first, or the reason of the signal
 */
export async function severalAtATime<T>(
  items: AsyncIterable<T> | Iterable<T>,
  atATime: number,
  work: (item: T) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const coming = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const failures: unknown[] = [];
  const hand = async () => {
    try {
      while (failures.length === 0 && !signal.aborted) {
        const next = await coming.next();
        if (next.done) return;
        await work(next.value);
      }
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: atATime }, hand));
  if (failures.length > 0) throw failures[0];
  signal.throwIfAborted();
}
