/**
 * Writes docs/configuration.md and the chart's settings from all schemas; docs/telemetry.md and metric names
 * from the code's declarations.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderChartSettings } from './dist/chart-settings.js';
import { renderConfigurationPage } from './dist/configuration-page.js';
import { renderSentMetrics } from './dist/sent-metrics.js';
import { renderTelemetryPage } from './dist/telemetry-page.js';

const docs = resolve(import.meta.dirname, '../../docs');
writeFileSync(resolve(docs, 'configuration.md'), renderConfigurationPage());
writeFileSync(resolve(docs, 'telemetry.md'), renderTelemetryPage());
writeFileSync(resolve(docs, '../deploy/helm/skyshelf/files/settings.json'), renderChartSettings());
writeFileSync(resolve(docs, '../apps/signals/src/sent-metrics.ts'), renderSentMetrics());
