import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { chartFiles } from './chart-files.js';

for (const [path, text] of chartFiles()) {
  const file = resolve(import.meta.dirname, '../../../deploy/helm/skyshelf', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
