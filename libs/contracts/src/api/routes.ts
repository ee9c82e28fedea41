import { payments } from './billing/payments.js';
import { plans } from './billing/plans.js';
import { settings } from './billing/settings.js';
import { bookmarks } from './catalog/bookmarks.js';
import { drops } from './catalog/drops.js';
import { clipboard, elements } from './catalog/elements.js';
import { files } from './catalog/files.js';
import { folders } from './catalog/folders.js';
import { imports, uploads } from './catalog/uploads.js';
import { links } from './catalog/links.js';
import { playlists } from './catalog/playlists.js';
import { overview } from './catalog/overview.js';
import { processes, undo } from './catalog/processes.js';
import { rewind } from './catalog/rewind.js';
import { shares } from './catalog/shares.js';
import { tags } from './catalog/tags.js';
import { trash } from './catalog/trash.js';
import { versions } from './catalog/versions.js';
import { account, portrait } from './gateway/account.js';
import { cancelledAccounts } from './gateway/cancelled-accounts.js';
import { extension } from './gateway/extension.js';
import { installations, sources } from './gateway/installation.js';
import { live } from './gateway/live-changes.js';
import { notices } from './gateway/notices.js';
import { session, sessions } from './gateway/session.js';
import { trace } from './gateway/trace.js';
import { visits } from './gateway/visits.js';
import { conversions } from './media/conversions.js';
import { liveFilms } from './media/live-films.js';
import { pictures } from './media/pictures.js';
import { contact } from './notify/contact.js';
import { news } from './notify/news.js';
import { updates } from './notify/updates.js';
import { weather } from './notify/weather.js';
import { jobs } from './media/jobs.js';
import type { RouteContract } from './route.js';
import { downloads } from './storage/downloads.js';
import { storedFiles } from './storage/files.js';
import { parts } from './storage/parts.js';
import { takeouts } from './storage/takeout.js';
import { upload } from './storage/upload.js';

/**
 * The gateway serves these and nothing else. `<service>/<resource>.ts` here matches
 * `services/<service>/src/http/<resource>.controller.ts`.
 */
export const routes = {
  ...folders,
  ...overview,
  ...links,
  ...elements,
  ...uploads,
  ...imports,
  ...bookmarks,
  ...clipboard,
  ...files,
  ...playlists,
  ...tags,
  ...processes,
  ...undo,
  ...trash,
  ...shares,
  ...drops,
  ...versions,
  ...rewind,
  ...jobs,
  ...upload,
  ...parts,
  ...storedFiles,
  ...downloads,
  ...takeouts,
  ...pictures,
  ...liveFilms,
  ...session,
  ...sessions,
  ...account,
  ...notices,
  ...portrait,
  ...cancelledAccounts,
  ...live,
  ...trace,
  ...sources,
  ...installations,
  ...extension,
  ...visits,
  ...settings,
  ...plans,
  ...payments,
  ...updates,
  ...contact,
  ...news,
  ...weather,
  ...conversions,
} as const satisfies Record<string, RouteContract>;

export const routeTable: readonly RouteContract[] = Object.values(routes);
