import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { renderTelemetryPage } from './telemetry-page.js';

it('docs/telemetry.md says what the code declares (npm run generate)', () => {
  const written = readFileSync(resolve(import.meta.dirname, '../../../docs/telemetry.md'), 'utf8');
  expect(written).toBe(renderTelemetryPage());
});
