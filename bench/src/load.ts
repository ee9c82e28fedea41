/** Keeps `workers` loops busy for `durationMs`; answers calls a second and each call's milliseconds. */
export async function load(
  workers: number,
  durationMs: number,
  call: (worker: number, turn: number) => Promise<number | void>,
): Promise<{ perSecond: number; milliseconds: number[] }> {
  const milliseconds: number[] = [];
  let done = 0;
  const began = performance.now();
  const until = began + durationMs;
  const loop = async (worker: number) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const start = performance.now();
      const units = (await call(worker, turn)) ?? 1;
      milliseconds.push(performance.now() - start);
      done += units;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => loop(worker)));
  return { perSecond: (done * 1000) / (performance.now() - began), milliseconds };
}

/** Runs `count` tasks, at most `width` at a time. */
export async function inParallel(
  count: number,
  width: number,
  task: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await task(next - 1);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}
