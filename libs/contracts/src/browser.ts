/** The browser loads these without a schema library. */
import type { ZodType } from 'zod';
import type { addresses } from './api/addresses.js';
import type { routes } from './api/routes.js';

export { addresses, answerFields } from './api/addresses.js';
export { blobOfAddress, downloadPath, filePath } from './address.js';
export { limits } from './limits.js';
export { scrubSprite } from './scrub-sprite.js';
export { messages } from './messages.js';
export type { Settings } from './api/billing/settings.js';
export type { SettingsFlag } from './rules/settings.js';
export type { Warning } from './api/catalog/fields.js';
export type { ShareView } from './api/catalog/shares.js';
export type { OpenedShare } from './api/gateway/visits.js';
export type { ExtensionPackage } from './api/gateway/extension.js';
export type { AdSlot, Installation, LauncherSystem } from './api/gateway/installation.js';
export type { JobView } from './api/media/jobs.js';
export type { FinishedUpload } from './api/storage/upload.js';
export type { ElementView } from './element.js';
export type { JobProgressed } from './events/media.js';
export type { ErrorBody, ErrorCode } from './errors.js';

type Routes = typeof routes;
export type RouteName = keyof Routes & keyof typeof addresses;
export type Refusal<Name extends RouteName> = Routes[Name]['refuses'][number];
export type Answer<Name extends RouteName> = Routes[Name] extends { answer: ZodType<infer Shape> }
  ? Shape
  : never;
export type Body<Name extends RouteName> = Routes[Name] extends { body: ZodType<unknown, infer Shape> }
  ? Shape
  : never;
export type Query<Name extends RouteName> = Routes[Name] extends { query: ZodType<unknown, infer Shape> }
  ? Shape
  : never;
export type PathParam<Name extends RouteName> = ParamsOf<Routes[Name]['path']>;
export type CommandName = {
  [Name in RouteName]: Routes[Name] extends { command: true } ? Name : never;
}[RouteName];

export type VisitorCall = {
  [Name in RouteName]: Routes[Name] extends { access: 'public' | 'visitor' } ? Name : never;
}[RouteName];

type ParamsOf<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never;
