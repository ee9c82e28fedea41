/**
 * Runs a work for several callers at once, as long as more are said to follow: until `most` have come, or `waitMs` have passed, or a caller comes behind
 * whom no one follows. `run` answers in the order of its items; when it throws, all its callers hear of it.
 */
export function gather<I, O>(
  run: (items: I[]) => Promise<O[]>,
  { most, waitMs }: { most: number; waitMs: number },
): (item: I, othersFollow: boolean) => Promise<O> {
  let waiting: { item: I; resolve(output: O): void; reject(error: unknown): void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    try {
      const outputs = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(outputs[index] as O));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return (item, othersFollow) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!othersFollow || waiting.length >= most) void flush();
      else timer ??= setTimeout(() => void flush(), waitMs);
    });
}
