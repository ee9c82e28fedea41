import type { BlobId, CatalogEvent, DriveId } from '@skyshelf/contracts';
import type { ConfiguredHosts } from '@skyshelf/contracts/rules';
import type { Command, CommandOrigin, DriveStore, RowSurvey, SideWriter } from '@skyshelf/event-store';
import type { Clock, IdSource, StatementSigner } from '@skyshelf/tokens';
import { traceparentOf } from '@skyshelf/telemetry';
import type { CatalogRow } from '../domain/catalog-row.js';
import { reserving, type DriveRoom } from '../domain/drive-room.js';
import type { OpenCounts } from './open-counts.js';

/** Collections outside the stream: room and names kept for uploads and copies, commands under way in chunks, choices that billing reports, what came of imports. */
export const catalogSides = ['reservations', 'processes', 'settings', 'imports'] as const;
export type CatalogSide = (typeof catalogSides)[number];

/** Reads of a drive's rows outside commands. */
export type CatalogSurvey = RowSurvey<CatalogRow, CatalogSide, DriveRoom>;

export type CatalogStore = DriveStore<CatalogEvent, CatalogRow, CatalogSide, DriveRoom>;

/** What the use cases work with. */
export interface Catalog {
  store: CatalogStore;
  clock: Clock;
  ids: IdSource;
  signer: StatementSigner;
  settings: CatalogSettings;
  opens: OpenCounts;
  depths: DepthCounts;
  longCommands: LongCommands;
  files: FileBytes;
}

/** Reads what files hold. */
export interface FileBytes {
  /** @throws DomainError `file.not-found`, `service.unavailable` */
  open(blobId: BlobId): Promise<AsyncIterable<Uint8Array>>;
}

/** Carries on what is under way in chunks. */
export interface LongCommands {
  /** A command has begun something. */
  wake(): void;
}

/** Counts how deep drives are, apart from what is under way. */
export interface DepthCounts {
  /** The bound of a drive was of no use. */
  wake(drive: DriveId): void;
}

/** Figures an operator may change, see catalog.config.ts. */
export interface CatalogSettings {
  /** Lower case, without the dot. */
  refusedExtensions: ReadonlySet<string>;
  /** Further behind than so many events, a client lists again instead. */
  maxChangesBehind: number;
  /** Hosts of the kinds of video that are off by default. */
  videoHosts: ConfiguredHosts;
}

/** Who asks: the account behind a verified token. */
export interface Account {
  sub: string;
  drive: DriveId;
}

export type CatalogCommand<S, A> = Command<CatalogEvent, CatalogRow, S, A, CatalogSide, DriveRoom>;

export type CatalogSideWriter = SideWriter<CatalogSide, DriveRoom>;

/** Keeps so many bytes more, or less, free for what is under way. */
export const reserve = (side: CatalogSideWriter, bytes: number): Promise<void> =>
  side.adjust(reserving(bytes));

/** Where a command of this service itself comes from. */
export const ownOrigin = (interactive = true): CommandOrigin => ({
  actor: 'catalog',
  trace: traceparentOf(),
  interactive,
});
