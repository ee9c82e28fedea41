import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiDocument, renderAddresses } from './openapi.js';
import { routeTable } from './routes.js';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
  security: unknown[];
  responses: Record<string, { description: string; 'x-error-codes': string[]; $ref: string }>;
};

const document = openApiDocument(routeTable) as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, object> };
};
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

  it('says by which codes a call is refused, those of every call of its kind included', () => {
    const { responses = {} } = operation('addElement') ?? {};
    expect(responses['409']?.['x-error-codes']).toEqual(['name.exists', 'folder.copying', 'drive.closed']);
    expect(responses['409']?.description).toContain('`name.exists`: Name already exist');
    expect(responses['429']?.$ref).toBe('#/components/responses/rate.limited');
    expect(document.components.responses).toHaveProperty(['rate.limited']);
    expect(operation('listUpdates')?.responses).not.toHaveProperty('401');
  });

  it('stands in docs/openapi.json as it is (npm run generate)', () => {
    const written = readFileSync(resolve(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8');
    expect(written).toBe(`${JSON.stringify(openApiDocument(routeTable), null, 2)}\n`);
  });

  it('gives the page the addresses that it was last given (npm run generate)', () => {
    expect(readFileSync(resolve(import.meta.dirname, 'addresses.ts'), 'utf8')).toBe(
      renderAddresses(routeTable),
    );
  });
});
