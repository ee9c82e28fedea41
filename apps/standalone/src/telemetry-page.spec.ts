// own modules: other tests declare metrics too
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { renderSentMetrics } from './sent-metrics.js';
import { renderTelemetryPage } from './telemetry-page.js';

const written = (path: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8');

it('docs/telemetry.md says what the code declares (npm run generate)', () => {
  expect(written('docs/telemetry.md')).toBe(renderTelemetryPage());
});

it('rules and dashboards know the metrics that the code declares (npm run generate)', () => {
  expect(written('apps/signals/src/sent-metrics.ts')).toBe(renderSentMetrics());
});
