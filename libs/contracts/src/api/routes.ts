import { plans } from './billing/plans.js';
import { settings } from './billing/settings.js';
import { clipboard } from './catalog/clipboard.js';
import { elements } from './catalog/elements.js';
import { files } from './catalog/files.js';
import { folders } from './catalog/folders.js';
import { links } from './catalog/links.js';
import { overview } from './catalog/overview.js';
import { playlists } from './catalog/playlists.js';
import { processes } from './catalog/processes.js';
import { tags } from './catalog/tags.js';
import { uploads } from './catalog/uploads.js';
import { live } from './gateway/live-changes.js';
import { session } from './gateway/session.js';
import { trace } from './gateway/trace.js';
import { updates } from './notify/updates.js';
import type { RouteContract } from './route.js';
import { storedFiles } from './storage/files.js';
import { parts } from './storage/parts.js';
import { upload } from './storage/upload.js';

/**
 * Every call of the API by its name. The gateway serves these and nothing else. `<service>/<resource>.ts` here holds the calls of
 * `services/<service>/src/http/<resource>.controller.ts`.
 */
export const routes = {
  ...folders,
  ...overview,
  ...links,
  ...elements,
  ...uploads,
  ...clipboard,
  ...files,
  ...playlists,
  ...tags,
  ...processes,
  ...upload,
  ...parts,
  ...storedFiles,
  ...session,
  ...live,
  ...trace,
  ...settings,
  ...plans,
  ...updates,
} as const satisfies Record<string, RouteContract>;

export const routeTable: readonly RouteContract[] = Object.values(routes);
