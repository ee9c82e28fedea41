export { createDocuments, type Documents } from './documents.js';
export type { DocumentDatabase, DocumentModule } from './document-module.js';
