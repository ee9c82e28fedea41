import { expect, it } from 'vitest';
import { undeclaredRefusals } from './undeclared-refusals.js';

const TYPE = '# TYPE skyshelf_undeclared_refusals_total counter';

/** A product that shows these metrics, as a cluster of two. */
const showing = (...lines: string[]) => ({
  ops: async <T>(_: string, path: string): Promise<T> =>
    (path === '/metrics'
      ? `${lines.join('\n')}\n`
      : [
          { name: 'catalog', replica: 1 },
          { name: 'media', replica: 2 },
        ]) as T,
});
const inCluster = { mode: 'cluster', patience: { timeoutMs: 0 } } as const;
const up = ['up{process="catalog-1"} 1', 'up{process="media-2"} 1'];

it('tells each refusal that no contract lists by its route and code', async () => {
  const sample =
    'skyshelf_undeclared_refusals_total{process="catalog-1",service="catalog",route="/api/paint/",code="disk.full"} 2';
  expect(await undeclaredRefusals(showing(TYPE, sample, ...up), inCluster)).toEqual([
    '/api/paint/ answers disk.full, which its contract does not list (2 times, catalog)',
  ]);
});

it('finds nothing where nothing was counted', async () => {
  expect(await undeclaredRefusals(showing(TYPE, ...up), inCluster)).toEqual([]);
});

it('does not judge by the metrics of some processes only', async () => {
  await expect(undeclaredRefusals(showing(...up), inCluster)).rejects.toThrow('is not shown');
  await expect(undeclaredRefusals(showing(TYPE, 'up{process="catalog-1"} 1'), inCluster)).rejects.toThrow(
    'Without metrics: media-2.',
  );
});
