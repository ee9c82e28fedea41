import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { processMetrics } from '@skyshelf/telemetry';
import { expect, it } from 'vitest';
import { chartFiles } from './chart-files.js';
import { foreignMetrics, gauge } from './query.js';

const chart = resolve(import.meta.dirname, '../../../deploy/helm/skyshelf');

it.each([...chartFiles()])('%s of the chart is what the code says (npm run generate)', (path, text) => {
  expect(readFileSync(resolve(chart, path), 'utf8')).toBe(text);
});

it('asks of processes what prom-client measures', async () => {
  processMetrics.addProcessMetrics();
  const measured = await processMetrics.text();
  const asked = Object.keys(foreignMetrics).filter((name) => /^(process|nodejs)_/.test(name));
  expect(
    asked.filter((name) => !measured.includes(`\n${name} `) && !measured.includes(`\n${name}{`)),
  ).toEqual([]);
});

it('asks for nothing that no one sends', () => {
  // @ts-expect-error: it is not declared, so it does not compile
  expect(() => gauge('skyshelf_nothing_seconds')).toThrow();
});
