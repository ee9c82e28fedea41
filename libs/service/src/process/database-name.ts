import type { ServiceName } from '@skyshelf/contracts';

export const databaseName = (service: ServiceName, prefix = ''): string => `${prefix}skyshelf_${service}`;
