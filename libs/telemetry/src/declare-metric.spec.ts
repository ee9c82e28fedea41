import { expect, it } from 'vitest';
import {
  createMetrics,
  declareCounter,
  declareGauge,
  declareHistogram,
  declaredMetrics,
  measureGauge,
  MetricRegistry,
} from './index.js';

it('a declared metric is shown as it was declared', async () => {
  const eaten = declareCounter({
    name: 'skyshelf_cakes_total',
    help: 'Cakes eaten.',
    labels: { kind: 'of cake' },
  });
  const registry = new MetricRegistry();
  createMetrics('kitchen', registry).counter(eaten).add({ kind: 'plum' }, 2);
  const text = await registry.text();
  expect(text).toContain('# HELP skyshelf_cakes_total Cakes eaten.');
  expect(text).toContain('skyshelf_cakes_total{service="kitchen",kind="plum"} 2');
  expect(declaredMetrics()).toContain(eaten);
});

it('names follow the conventions of Prometheus: counters end in _total, others in their unit', () => {
  const help = 'No.';
  expect(() => declareCounter({ name: 'skyshelf_cakes', help })).toThrow('_total');
  expect(() => declareGauge({ name: 'skyshelf_oven_heat', help })).toThrow('unit');
  expect(() => declareHistogram({ name: 'skyshelf_baking_ms', help })).toThrow('unit');
  expect(() => declareHistogram({ name: 'skyshelf_baking_seconds', help })).not.toThrow();
  expect(() => declareHistogram({ name: 'skyshelf_baking_seconds', help })).toThrow('twice');
});

it('a measured gauge is read at each scrape, and gone while its value is not known', async () => {
  const registry = new MetricRegistry();
  const gauge = declareGauge({ name: 'skyshelf_crumbs_bytes', help: 'Crumbs on the table.' });
  let crumbs: number | null = 3;
  measureGauge(createMetrics('kitchen', registry), gauge, async () => crumbs);
  expect(await registry.text()).toContain('skyshelf_crumbs_bytes{service="kitchen"} 3');
  crumbs = null;
  expect(await registry.text()).not.toContain('skyshelf_crumbs_bytes{');
});
