import type { ServiceName } from '@skyshelf/contracts';

/** The one database of a service. */
export const databaseName = (service: ServiceName, prefix = ''): string => `${prefix}skyshelf_${service}`;
