import type { Document } from 'mongodb';
import type { Rows } from '../running-shelf.js';
import { isPassing } from './kept-version.js';

export type Shapes = Map<string, Set<string>>;

/** Their shapes are kept elsewhere: of events by libs/contracts/published, of answers by the API. */
const opaque = new Set(['data', 'answer', 'event']);
/** The keys of these records are data: kinds, flags. */
const records = new Set(['byKind', 'derived', 'settings']);

export function shapesOf(rows: Rows): Shapes {
  const shapes: Shapes = new Map();
  for (const [collection, documents] of Object.entries(rows)) {
    if (isPassing(collection)) continue;
    const name = collection.replace(/^skyshelf_/, '');
    for (const document of documents) addFields(shapes, `${name}: `, document);
  }
  return shapes;
}

function addFields(shapes: Shapes, path: string, document: Document, keysAreData = false): void {
  for (const [key, value] of Object.entries(document)) {
    const name = keysAreData ? '*' : key;
    addValue(shapes, `${path}${name}`, value, key);
  }
}

function addValue(shapes: Shapes, path: string, value: unknown, key: string): void {
  const type = typeOf(value);
  const types = shapes.get(path) ?? new Set();
  shapes.set(path, types.add(type));
  if (opaque.has(key)) return;
  if (Array.isArray(value)) for (const each of value) addValue(shapes, `${path}[]`, each, '');
  else if (type === 'object') addFields(shapes, `${path}.`, value as Document, records.has(key));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Date) return 'date';
  return typeof value;
}

export interface LostField {
  path: string;
  why: string;
}

/** Fields of the former shapes that no one writes any more, or as another type. */
export function lostFields(former: Shapes, present: Shapes): LostField[] {
  return [...former].flatMap(([path, types]) => {
    const now = present.get(path);
    if (!now) return [{ path, why: 'is not there' }];
    const were = realTypes(types);
    const are = realTypes(now);
    const other = were.length > 0 && are.length > 0 && !were.some((type) => are.includes(type));
    return other ? [{ path, why: `was ${were.join('|')} and is ${are.join('|')}` }] : [];
  });
}

export const newFields = (former: Shapes, present: Shapes): string[] =>
  [...present.keys()].filter((path) => !former.has(path));

const realTypes = (types: ReadonlySet<string>): string[] => [...types].filter((type) => type !== 'null');
