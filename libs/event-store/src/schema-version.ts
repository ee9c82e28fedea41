import { eventTypeOf } from '@skyshelf/contracts';

/** The version of an event type's schema, as the catalogue has it; 1 for one that never leaves its service. */
export const schemaVersionOf = (type: string): number => eventTypeOf(type)?.schema ?? 1;
