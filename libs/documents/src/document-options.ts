import type { SchemaOptions } from 'mongoose';

/**
 * What every schema of documents is made with: a field that the schema does not know is an error, in filters too; collections and indexes are left
 * to `prepare`; a write is durable when it is answered.
 */
export const documentOptions = {
  strict: 'throw',
  strictQuery: 'throw',
  autoIndex: false,
  autoCreate: false,
  versionKey: false,
  writeConcern: { w: 'majority', j: true },
} as const satisfies SchemaOptions;
