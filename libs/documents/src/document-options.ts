import type { SchemaOptions } from 'mongoose';

/**
 * Unknown fields are errors, in filters too; `prepare` creates collections and indexes; writes are durable.
 */
export const documentOptions = {
  strict: 'throw',
  strictQuery: 'throw',
  autoIndex: false,
  autoCreate: false,
  versionKey: false,
  writeConcern: { w: 'majority', j: true },
} as const satisfies SchemaOptions;
