import { eventTypeOf } from '@skyshelf/contracts';

/** Who publishes events of a type: as the catalogue says, else the first word of the type. */
export const sourceOfType = (type: string): string =>
  eventTypeOf(type)?.source ?? type.split('.', 1)[0] ?? type;
