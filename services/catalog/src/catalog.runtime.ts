import type { StatefulRuntime } from '@skyshelf/service';
import type { CatalogConfig } from './catalog.config.js';

/** What catalog needs from the process that starts it. */
export type CatalogRuntime = StatefulRuntime<CatalogConfig>;

/** Injection tokens. */
export const CATALOG = Symbol('Catalog');
export const LINK_PROVIDERS = Symbol('LinkProviders');
/** What works only where the operator has set a key. */
export const FEATURES = Symbol('optional features');
export const LISTINGS = Symbol('Listings');
/** Where Nest finds who restores which drive. */
export const RESTORES = Symbol('Restores');
