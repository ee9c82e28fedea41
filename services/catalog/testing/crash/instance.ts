import { createIds, createSealer, createStatementSigner, systemClock } from '@skyshelf/tokens';
import type { DriveId, EventMessage } from '@skyshelf/contracts';
import type { Db, MongoClient } from 'mongodb';
import type { Catalog, FileBytes } from '#src/application/catalog.js';
import { catalogDefaults, catalogSettings } from '#src/catalog.config.js';
import { BookmarksController } from '#src/http/bookmarks.controller.js';
import { DropsController } from '#src/http/drops.controller.js';
import { BundlesController, UploadsController } from '#src/http/uploads.controller.js';
import { ElementsController, PlaylistsController } from '#src/http/elements.controller.js';
import { FilesController } from '#src/http/files.controller.js';
import { ProcessesController } from '#src/http/processes.controller.js';
import { RewindController } from '#src/http/rewind.controller.js';
import { SharesController } from '#src/http/shares.controller.js';
import { TagsController } from '#src/http/tags.controller.js';
import { TrashController } from '#src/http/trash.controller.js';
import { VersionsController } from '#src/http/versions.controller.js';
import { createDriveStore } from '#src/infrastructure/drive-store.js';
import { createOpenCounts } from '#src/infrastructure/open-counts.js';
import { createShareDirectory, StoredShareCounts } from '#src/infrastructure/share-counts.js';
import { carryOut } from '#src/reactions/effects.js';
import { carryProcesses, mongoJobs } from '../carry-processes.js';
import { CrashPoints } from './crash-points.js';
import { watched } from './watched.js';
import { watchedClient, watchedDb } from './watched-mongo.js';
import { watchedStore } from './watched-store.js';

/** The content of each file. */
const bookmarksFile: FileBytes = {
  open: async () =>
    (async function* () {
      yield Buffer.from(
        '<DL><DT><H3>News</H3><DL><DT><A HREF="https://a.example/1">One</A><DT><A HREF="https://a.example/2">One</A><DT><A HREF="javascript:1">Bad</A></DL><DT><A HREF="https://a.example/3">Last</A></DL>',
      );
    })(),
};

const secret = 'a signing secret for the tests only';

/** A catalog as one process runs it, with ports that can be cut off. */
export type Instance = ReturnType<typeof openInstance>;

/** @param points where it may die; a healthy one passes by all of them */
export function openInstance(
  { client, db }: { client: MongoClient; db: Db },
  points = new CrashPoints(null),
) {
  const clock = systemClock;
  const ids = createIds(clock);
  const watchedDatabase = { client: watchedClient(points, client), db: watchedDb(points, db) };
  const jobs = mongoJobs(watchedDatabase);
  const store = createDriveStore({ ...watchedDatabase, clock, ids }, { jobs });
  const opens = createOpenCounts(watchedDb(points, db));
  const catalog: Catalog = {
    store: watchedStore(points, store),
    clock,
    ids,
    signer: watched(
      points,
      'signer',
      createStatementSigner(() => [secret]),
      { now: ['sign', 'seal', 'open'] },
    ),
    settings: catalogSettings(catalogDefaults),
    opens: watched(points, 'opens', opens, { later: ['add', 'of', 'forget'] }),
    depths: { wake: () => undefined },
    longCommands: { wake: () => undefined },
    files: watched(points, 'files', bookmarksFile, { later: ['open'] }),
  };
  return {
    catalog,
    jobs,
    /** Goes on with what a command, or a process that died, has left to do in a drive. */
    carry: (drive: DriveId) => carryProcesses({ catalog, jobs }, drive),
    bundles: new BundlesController(catalog),
    bookmarks: new BookmarksController(catalog),
    elements: new ElementsController(catalog),
    files: new FilesController(catalog),
    playlists: new PlaylistsController(catalog),
    processes: new ProcessesController(catalog),
    rewind: new RewindController(catalog),
    shares: new SharesController({
      catalog,
      sealer: createSealer(() => [secret], 'addresses of links'),
      directory: createShareDirectory(db),
      counts: new StoredShareCounts(watchedDb(points, db)),
      endGeneration: async () => {},
      enqueue: async () => {},
      importBlob: () => Promise.reject(new Error('Nothing is saved here.')),
    }),
    drops: new DropsController(catalog),
    tags: new TagsController(catalog),
    trash: new TrashController(catalog),
    uploads: new UploadsController(catalog),
    versions: new VersionsController(catalog),
    reactions: { react: (event: EventMessage) => carryOut(catalog, event) },
    store,
    /** The database that it uses, past all ports. */
    database: { client, db },
    points,
  };
}
