import { eventTypeOf } from '@skyshelf/contracts';

/** Finds the source in the catalogue; the default is the first word of the type. */
export const sourceOfType = (type: string): string =>
  eventTypeOf(type)?.source ?? type.split('.', 1)[0] ?? type;
