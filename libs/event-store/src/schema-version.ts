import { eventTypeOf } from '@skyshelf/contracts';

/** 1 for a type that never leaves its service. */
export const schemaVersionOf = (type: string): number => eventTypeOf(type)?.schema ?? 1;
