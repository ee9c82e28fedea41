export { createDocuments, type DocumentModule, type Documents } from './documents.js';
export type { DocumentDatabase } from './connection.module.js';
