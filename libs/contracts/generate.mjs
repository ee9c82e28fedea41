/**
 * Writes docs/events.md, docs/openapi.json, src/api/addresses.ts and published/events.json from the schemas;
 * refuses changes that make published events unreadable.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as contracts from '@skyshelf/contracts';

const docs = resolve(import.meta.dirname, '../../docs');
writeFileSync(resolve(docs, 'events.md'), contracts.renderEventCatalogue());
writeFileSync(
  resolve(docs, 'openapi.json'),
  `${JSON.stringify(contracts.openApiDocument(contracts.routeTable), null, 2)}\n`,
);
writeFileSync(
  resolve(import.meta.dirname, 'src/api/addresses.ts'),
  contracts.renderAddresses(contracts.routeTable),
);

const published = resolve(import.meta.dirname, 'published/events.json');
const former = JSON.parse(readFileSync(published, 'utf8'));
const present = contracts.presentEvents();
const broken = Object.entries(former).flatMap(([type, shape]) =>
  present[type]
    ? contracts.brokenReaders(shape, present[type]).map((reason) => `${type}: ${reason}`)
    : [`${type}: the type is gone`],
);
if (broken.length > 0) {
  process.stderr.write(
    `Published events could no longer be read:\n${broken.join('\n')}\nGive the changed event a new type and keep the former.\n`,
  );
  process.exitCode = 1;
} else writeFileSync(published, `${JSON.stringify(present, null, 1)}\n`);
