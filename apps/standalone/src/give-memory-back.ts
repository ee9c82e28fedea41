import { performance } from 'node:perf_hooks';

const EVERY_MS = 15_000;
/** Of the event loop's time: below it a pause is not noticed. */
const CALM = 0.1;
const WORTH_BYTES = 32 * 2 ** 20;

/**
 * Gives memory back to the system when a process that has had much to do is calm. V8 13.6 keeps the pages that it has emptied, often more than all that is alive,
 * until a collection that is asked for as the last resort.
 * @param collect V8's collector; it is there with `--expose-gc`
 * @returns ends it
 */
export function giveMemoryBack(collect = globalThis.gc): () => void {
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
