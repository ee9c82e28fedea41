/** Writes docs/configuration.md from the schemas of all settings. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderConfigurationPage } from './dist/configuration-page.js';

writeFileSync(resolve(import.meta.dirname, '../../docs/configuration.md'), renderConfigurationPage());
