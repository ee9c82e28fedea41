/** Without a run for so long the next ones wait half as long, milliseconds: someone may look at an empty page. */
const PAUSE_MS = 1000;

/**
 * Runs `run` for several callers: when `most` have come, or one has waited as long as it may. It answers in the
 * order of its items; what it throws goes to all.
 */
export function batchCalls<I, O>(
  run: (items: I[]) => Promise<O[]>,
  most: number,
): (item: I, waitMs: number) => Promise<O> {
  let waiting: { item: I; resolve(output: O): void; reject(error: unknown): void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let due = Infinity;
  let ran = -Infinity;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    due = Infinity;
    ran = performance.now();
    const batch = waiting;
    waiting = [];
    try {
      const outputs = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(outputs[index] as O));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const flushIn = (ms: number): void => {
    const now = performance.now();
    const waitMs = now - ran < PAUSE_MS ? ms : ms / 2;
    if (now + waitMs >= due) return;
    clearTimeout(timer);
    due = now + waitMs;
    timer = setTimeout(() => void flush(), waitMs);
  };
  return (item, waitMs) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waitMs === 0 || waiting.length >= most) void flush();
      else flushIn(waitMs);
    });
}
