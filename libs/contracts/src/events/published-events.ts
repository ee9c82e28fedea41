import { z } from 'zod';
import { eventCatalogue } from './catalogue.js';

/** By type, in the shape in which it is read. */
export type PublishedEvents = Record<string, Shape>;

export const presentEvents = (): PublishedEvents =>
  Object.fromEntries(
    eventCatalogue
      .toSorted((a, b) => a.type.localeCompare(b.type))
      .map(({ type, data }) => [
        type,
        z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' }) as Shape,
      ]),
  );

/** The part of JSON Schema that zod writes for our events. */
export interface Shape {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  items?: Shape;
  propertyNames?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: unknown;
  [constraint: string]: unknown;
}

/** All other keywords must stay equal. */
const STRUCTURE = new Set([
  'enum',
  'anyOf',
  'items',
  'properties',
  'propertyNames',
  'required',
  'description',
  '$schema',
]);

/**
 * Why a present reader could not read all formerly published events; empty when it can. Shapes may gain
 * optional fields, enumeration values and alternatives; nothing may go, be renamed, narrowed or become
 * required.
 * @param at the position named in the answer
 */
export function brokenReaders(former: Shape, present: Shape, at = 'data'): string[] {
  return [
    ...changedConstraints(former, present, at),
    ...lostValues(former, present, at),
    ...lostAlternatives(former, present, at),
    ...brokenFields(former, present, at),
    ...brokenNames(former, present, at),
    ...(former.items ? brokenReaders(former.items, present.items ?? {}, `${at}[]`) : []),
  ];
}

function changedConstraints(former: Shape, present: Shape, at: string): string[] {
  const keywords = new Set([...Object.keys(former), ...Object.keys(present)]);
  return [...keywords]
    .filter((keyword) => !STRUCTURE.has(keyword))
    .filter((keyword) => JSON.stringify(former[keyword]) !== JSON.stringify(present[keyword]))
    .map((keyword) => `${at}: \`${keyword}\` has changed`);
}

function lostValues(former: Shape, present: Shape, at: string): string[] {
  const lost = (former.enum ?? []).filter((value) => !present.enum?.includes(value));
  return lost.map((value) => `${at}: the value ${JSON.stringify(value)} is gone`);
}

function brokenNames(former: Shape, present: Shape, at: string): string[] {
  if (former.propertyNames) return brokenReaders(former.propertyNames, present.propertyNames ?? {}, at);
  return present.propertyNames ? [`${at}: \`propertyNames\` has changed`] : [];
}

function lostAlternatives(former: Shape, present: Shape, at: string): string[] {
  if (!former.anyOf) return present.anyOf ? [`${at}: was no choice of shapes`] : [];
  const options = present.anyOf ?? [];
  return former.anyOf
    .filter((option) => !options.some((each) => brokenReaders(option, each).length === 0))
    .map((option) => `${at}: the alternative ${JSON.stringify(option)} is gone`);
}

function brokenFields(former: Shape, present: Shape, at: string): string[] {
  const lost = Object.entries(former.properties ?? {}).flatMap(([name, field]) => {
    const now = present.properties?.[name];
    return now ? brokenReaders(field, now, `${at}.${name}`) : [`${at}.${name} is gone`];
  });
  const demanded = (present.required ?? []).filter((name) => !former.required?.includes(name));
  return [...lost, ...demanded.map((name) => `${at}.${name} is required now`)];
}
