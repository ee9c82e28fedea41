/** Writes docs/events.md and docs/openapi.json from the schemas. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as contracts from '@skyshelf/contracts';

const docs = resolve(import.meta.dirname, '../../docs');
writeFileSync(resolve(docs, 'events.md'), contracts.renderEventCatalogue());
writeFileSync(
  resolve(docs, 'openapi.json'),
  `${JSON.stringify(contracts.openApiDocument(contracts.routeTable), null, 2)}\n`,
);
