import { performance } from 'node:perf_hooks';

const EVERY_MS = 15_000;
/** Share of the event loop: below it a pause goes unnoticed. */
const CALM = 0.1;
const WORTH_BYTES = 32 * 2 ** 20;

/**
 * V8 13.6 keeps emptied pages, often more than the live heap, until a last-resort collection.
 * @param collect V8's collector; it needs `--expose-gc`
 * @returns ends it
 */
export function collectWhenIdle(collect = globalThis.gc): () => void {
  if (!collect) return () => {};
  let since = performance.eventLoopUtilization();
  let held = process.memoryUsage.rss();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const isCalm = performance.eventLoopUtilization(now, since).utilization < CALM;
    since = now;
    if (!isCalm || process.memoryUsage.rss() - held < WORTH_BYTES) return;
    void collect({ type: 'major', execution: 'async', flavor: 'last-resort' }).then(
      () => (held = process.memoryUsage.rss()),
    );
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
