/** What the browser needs of the contracts at run time, and the types of every call: no schema library comes along. */
import type { ZodType } from 'zod';
import type { routes } from './api/routes.js';

export { blobOfAddress, filePath } from './address.js';
export { limits } from './limits.js';
export { messages } from './messages.js';
export type { Settings, SettingsFlag } from './api/billing-routes.js';
export type { Warning } from './api/catalog-routes.js';
export type { FinishedUpload } from './api/storage-routes.js';
export type { ElementView } from './element.js';
export type { ErrorBody, ErrorCode } from './errors.js';

type RouteName = keyof typeof routes;
/** The JSON that a call answers. */
export type Answer<Name extends RouteName> = (typeof routes)[Name] extends { answer: ZodType<infer Shape> }
  ? Shape
  : never;
/** The JSON that a call takes. */
export type Body<Name extends RouteName> = (typeof routes)[Name] extends {
  body: ZodType<unknown, infer Shape>;
}
  ? Shape
  : never;
