/**
 * Runs `run` for several callers: when `most` have come, `waitMs` have passed, or no one follows. It answers
 * in the order of its items; what it throws goes to all.
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
