import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.js';
import { routeTable } from './routes.js';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
  security: unknown[];
};

const document = openApiDocument(routeTable) as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(document.paths).flatMap((each) => Object.values(each));
const operation = (name: string) => operations.find((each) => each.operationId === name);

describe('the description of the API', () => {
  it('names each route once', () => {
    expect(operations.map((each) => each.operationId).toSorted()).toEqual(
      routeTable.map((each) => each.name).toSorted(),
    );
  });

  it('says where parameters stand and which must be given', () => {
    expect(operation('sendPart')?.parameters).toMatchObject([
      { name: 'uploadId', in: 'path', required: true },
      { name: 'partNumber', in: 'path', required: true },
      { name: 'expires', in: 'query', required: true },
      { name: 'signature', in: 'query', required: true },
    ]);
    expect(operation('liveChanges')?.parameters).toMatchObject([
      { name: 'since', in: 'query', required: false },
    ]);
  });

  it('says who may call', () => {
    expect(operation('addElement')?.security).toEqual([{ bearer: [] }]);
    expect(operation('listFolder')?.security).toEqual([{}, { bearer: [] }]);
    expect(operation('signInProviders')?.security).toEqual([]);
  });

  it('stands in docs/openapi.json as it is (npm run generate)', () => {
    const written = readFileSync(resolve(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8');
    expect(written).toBe(`${JSON.stringify(openApiDocument(routeTable), null, 2)}\n`);
  });
});
