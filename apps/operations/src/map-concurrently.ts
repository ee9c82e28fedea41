/**
 * Takes the next item when a worker is free. The first failure, or the signal, ends it after running work.
 * @throws what `work` threw first, or the signal's reason
 */
export async function mapConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  atATime: number,
  work: (item: T) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const coming = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async () => {
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
  await Promise.all(Array.from({ length: atATime }, worker));
  if (failures.length > 0) throw failures[0];
  signal.throwIfAborted();
}
