import { activeContext, declareSpan, type Context } from '@skyshelf/telemetry';

const coalescedSpan = declareSpan({
  name: 'shared write',
  kind: 'internal',
  scope: '@skyshelf/jobs',
  help: 'One round trip for several uploads, events or jobs that came at the same time.',
  parent: 'the first that waits for it; linked to the others',
  within: true,
  attributes: { 'skyshelf.callers': 'how many share it' },
});

interface Waiting<I, O> {
  item: I;
  context: Context;
  resolve(output: O): void;
  reject(error: unknown): void;
}

/**
 * Runs a work for many callers at once: a caller that comes while one run is under way waits for the next, which takes all that wait (up to `most`).
 * A single caller waits for no one. `run` answers in the order of its items; when it throws, all its callers hear of it.
 */
export function coalesce<I, O>(run: (items: I[]) => Promise<O[]>, most = 32): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let running = false;

  const drain = async (): Promise<void> => {
    running = true;
    await undefined; // so that what one caller brings in one go goes together
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const outputs = await traced(batch, () => run(batch.map(({ item }) => item)));
        batch.forEach(({ resolve }, index) => resolve(outputs[index] as O));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, context: activeContext(), resolve, reject });
      if (!running) void drain();
    });
}

/** The loop runs in the context of the caller that began it, which may be any. */
function traced<T>(batch: readonly { context: Context }[], work: () => Promise<T>): Promise<T> {
  const [parent, ...links] = batch.map(({ context }) => context);
  return coalescedSpan.run({ parent, links, attributes: { 'skyshelf.callers': batch.length } }, work);
}
