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
 * Calls that come during a run share the next one (up to `most`). `run` answers in order; its error reaches
 * all its callers.
 */
export function coalesce<I, O>(run: (items: I[]) => Promise<O[]>, most = 32): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let running = false;

  const drain = async (): Promise<void> => {
    running = true;
    await undefined; // so that one caller's items go together
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

function traced<T>(batch: readonly { context: Context }[], work: () => Promise<T>): Promise<T> {
  const [parent, ...links] = batch.map(({ context }) => context);
  return coalescedSpan.run({ parent, links, attributes: { 'skyshelf.callers': batch.length } }, work);
}
