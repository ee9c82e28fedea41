import type { StatefulRuntime } from '@skyshelf/service';
import type { CatalogConfig } from './catalog.config.js';

export type CatalogRuntime = StatefulRuntime<CatalogConfig>;

export const CATALOG = Symbol('Catalog');
export const LINK_PROVIDERS = Symbol('LinkProviders');
export const DRIVES_CATALOG = Symbol('DrivesCatalog');
/** Depends on the operator's keys. */
export const FEATURES = Symbol('optional features');
export const LISTINGS = Symbol('Listings');
export const SHARES = Symbol('Shares');
export const RESTORES = Symbol('Restores');
