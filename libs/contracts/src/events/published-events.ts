import { z } from 'zod';
import { eventCatalogue } from './catalogue.js';
import type { Shape } from './shape-changes.js';

/** Each event type ever published, in the shape in which it is read. */
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
