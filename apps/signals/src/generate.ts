import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { chartFiles } from './chart-files.js';

/** Writes what the chart has of rules and dashboards. */
for (const [path, text] of chartFiles()) {
  const file = resolve(import.meta.dirname, '../../../deploy/helm/skyshelf', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
