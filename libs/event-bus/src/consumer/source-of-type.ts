import { eventTypeOf } from '@skyshelf/contracts';

/** As the catalogue says, else the first word of the type. */
export const sourceOfType = (type: string): string =>
  eventTypeOf(type)?.source ?? type.split('.', 1)[0] ?? type;
