import { expect, it } from 'vitest';
import {
  createMetrics,
  declareCounter,
  declareGauge,
  declareHistogram,
  declaredMetrics,
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
