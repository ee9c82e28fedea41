import { createIds, createStatementSigner, systemClock } from '@skyshelf/tokens';
import type { DriveId } from '@skyshelf/contracts';
import type { Db, MongoClient } from 'mongodb';
import type { Catalog } from '#src/application/catalog.js';
import { ProcessRunner } from '#src/application/processes/process-runner.js';
import { ReservationSweep } from '#src/application/processes/reservation-sweep.js';
import { catalogDefaults, catalogSettings } from '#src/catalog.config.js';
import { BundlesController } from '#src/http/bundles.controller.js';
import { ClipboardController } from '#src/http/clipboard.controller.js';
import { ElementsController } from '#src/http/elements.controller.js';
import { FilesController } from '#src/http/files.controller.js';
import { PlaylistsController } from '#src/http/playlists.controller.js';
import { ProcessesController } from '#src/http/processes.controller.js';
import { TagsController } from '#src/http/tags.controller.js';
import { UploadsController } from '#src/http/uploads.controller.js';
import { createDriveStore } from '#src/infrastructure/drive-store.js';
import { createOpenCounts } from '#src/infrastructure/open-counts.js';
import { Reactions } from '#src/reactions/reactions.controller.js';
import { SettingsReactions } from '#src/reactions/settings.reactions.js';
import { CrashPoints } from './crash-points.js';
import { watched } from './watched.js';
import { watchedClient, watchedDb } from './watched-mongo.js';
import { watchedStore } from './watched-store.js';

const secret = 'a signing secret for the tests only';
const quiet = { warn: () => undefined, error: () => undefined };

/** A catalog as one process runs it, with ports that can be cut off. */
export type Instance = ReturnType<typeof openInstance>;

/**
 * @param points where it may die; a healthy one passes by all of them
 * @param parallel drives in which it carries large commands on; 0: these wait for another process
 */
export function openInstance(
  { client, db }: { client: MongoClient; db: Db },
  { points = new CrashPoints(null), parallel = 1 }: { points?: CrashPoints; parallel?: number } = {},
) {
  const clock = systemClock;
  const ids = createIds(clock);
  const store = createDriveStore({
    client: watchedClient(points, client),
    db: watchedDb(points, db),
    clock,
    ids,
  });
  const opens = createOpenCounts(watchedDb(points, db));
  const catalog: Catalog = {
    store: watchedStore(points, store),
    clock,
    ids,
    signer: watched(
      points,
      'signer',
      createStatementSigner(() => [secret]),
      { now: ['sign', 'open'] },
    ),
    settings: catalogSettings(catalogDefaults),
    opens: watched(points, 'opens', opens, { later: ['add', 'of', 'forget'] }),
    depths: { wake: () => undefined },
    longCommands: { wake: () => undefined },
  };
  const runner = new ProcessRunner(catalog, quiet, { parallel, retryMs: 5, pause: async () => undefined });
  const processes = watched(points, 'processes', runner, { now: ['wake'] });
  return {
    catalog,
    runner,
    sweep: new ReservationSweep(catalog, quiet, 60_000),
    bundles: new BundlesController(catalog),
    clipboard: new ClipboardController(catalog, processes),
    elements: new ElementsController(catalog, processes),
    files: new FilesController(catalog),
    playlists: new PlaylistsController(catalog),
    processes: new ProcessesController(catalog, processes),
    tags: new TagsController(catalog, processes),
    uploads: new UploadsController(catalog),
    reactions: new Reactions(catalog),
    settings: new SettingsReactions(catalog),
    store,
    /** What it lies on, past all ports. */
    database: { client, db },
    points,
  };
}

/** Goes on with what a process that died has left in a drive. */
export async function resume({ runner, store }: Instance, drive: DriveId): Promise<void> {
  for await (const each of store.drivesWith('processes')) if (each === drive) runner.wake(drive);
  await runner.idle();
}
