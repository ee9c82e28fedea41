import { type ZodObject, z } from 'zod';
import { billingEvent } from './billing.js';
import { catalogEvent } from './catalog.js';
import { gatewayEvent } from './gateway.js';
import { mediaEvent } from './media.js';
import { storageEvent } from './storage.js';
import type { ServiceName } from '../service-name.js';

/** `order`: guaranteed within a drive. */
export interface EventType {
  type: string;
  source: ServiceName;
  schema: number;
  ordered: boolean;
  data: ZodObject;
}

const entries = (
  source: ServiceName,
  ordered: boolean,
  union: { options: readonly unknown[] },
): EventType[] =>
  union.options.map((option) => {
    const data = option as ZodObject;
    const { type } = data.shape as unknown as { type: { value: string } };
    return { type: type.value, source, schema: 1, ordered, data };
  });

export const eventCatalogue: readonly EventType[] = [
  ...entries('gateway', false, gatewayEvent),
  ...entries('catalog', true, catalogEvent),
  ...entries('storage', false, storageEvent),
  ...entries('media', false, mediaEvent),
  ...entries('billing', true, billingEvent),
];

export const eventTypeOf = (type: string): EventType | undefined =>
  eventCatalogue.find((entry) => entry.type === type);

type Shape = {
  type?: string | string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  const?: unknown;
  enum?: unknown[];
  additionalProperties?: unknown;
};

/** Renders docs/events.md from the schemas. */
export function renderEventCatalogue(events: readonly EventType[] = eventCatalogue): string {
  const sections = events.toSorted((a, b) => a.type.localeCompare(b.type)).map((event) => section(event));
  return [
    '# Events',
    '',
    'Generated from `libs/contracts/src/events` by `npm run generate`. *Ordered* events arrive at each consumer in the order of their drive; the others are',
    'idempotent by their id and may arrive in any order. Consumers ignore types and fields they do not know.',
    '',
    ...sections,
  ].join('\n');
}

function section({ type, source, schema, ordered, data }: EventType): string {
  const shape = z.toJSONSchema(data, { unrepresentable: 'any' }) as Shape;
  const rows = Object.entries(shape.properties ?? {})
    .filter(([name]) => name !== 'type')
    .map(([name, field]) => `| \`${name}\` | ${describe(field).replaceAll('|', '\\|')} |`);
  return [
    `## \`${type}\``,
    '',
    `From ${source}, schema ${schema}, ${ordered ? 'ordered' : 'not ordered'}.`,
    '',
    '| Field | Shape |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function describe(shape: Shape): string {
  if (shape.anyOf) return shape.anyOf.map(describe).join(' or ');
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum) return shape.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (shape.items) return `list of ${describe(shape.items)}`;
  if (shape.properties)
    return `{ ${Object.entries(shape.properties)
      .map(([name, field]) => `${name}: ${describe(field)}`)
      .join(', ')} }`;
  if (shape.type === 'object') return 'map';
  return Array.isArray(shape.type) ? shape.type.join(' or ') : (shape.type ?? 'anything');
}
