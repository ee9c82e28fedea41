interface Waiting<I, O> {
  item: I;
  resolve(output: O): void;
  reject(error: unknown): void;
}

/**
 * Runs a work for many callers at once: whoever comes while one run is under way waits for the next, which takes all that wait (up to `most`).
 * A caller alone waits for nobody. `run` answers in the order of its items; when it throws, all its callers hear of it.
 */
export function batched<I, O>(run: (items: I[]) => Promise<O[]>, most = 32): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let running = false;

  const drain = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const outputs = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(outputs[index] as O));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void drain();
    });
}
