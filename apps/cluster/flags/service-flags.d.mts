import type { ServiceName } from '@skyshelf/contracts';

export declare const flagsOf: Partial<Record<ServiceName, readonly string[]>>;
export declare const memoryOf: Partial<Record<ServiceName, Record<string, string>>>;
