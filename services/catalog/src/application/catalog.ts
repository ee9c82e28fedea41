import type { BlobId, CatalogEvent, DriveId, ElementId, OpId } from '@skyshelf/contracts';
import type { ConfiguredHosts } from '@skyshelf/contracts/rules';
import type { Command, CommandOrigin, DriveStore, RowSurvey, SideWriter } from '@skyshelf/event-store';
import type { Caller, Clock, IdSource, Reach, StatementSigner } from '@skyshelf/tokens';
import { traceparentOf } from '@skyshelf/telemetry';
import type { CatalogRow } from '../domain/catalog-row.js';
import { reserving, type DriveRoom } from '../domain/drive-room.js';

/** The collections that a drive keeps outside of its stream. */
export const catalogSides = ['reservations', 'processes', 'settings', 'imports', 'trash', 'shares'] as const;
export type CatalogSide = (typeof catalogSides)[number];

export type CatalogSurvey = RowSurvey<CatalogRow, CatalogSide, DriveRoom>;

export type CatalogStore = DriveStore<CatalogEvent, CatalogRow, CatalogSide, DriveRoom>;

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

export interface FileBytes {
  open(blobId: BlobId): Promise<AsyncIterable<Uint8Array>>;
}

export interface LongCommands {
  wake(): void;
}

export interface DepthCounts {
  /** The drive's bound was of no use. */
  wake(drive: DriveId): void;
}

export interface CatalogSettings {
  /** Format: lower case, without the dot. */
  refusedExtensions: ReadonlySet<string>;
  /** Further behind, a client lists again. */
  maxChangesBehind: number;
  /** The hosts of the video kinds that are off by default. */
  videoHosts: ConfiguredHosts;
  /** Days for which the trash keeps elements; 0: no trash. */
  trashDays: number;
}

export interface Account extends Reach {
  sub: string;
  scope?: Caller['scope'];
  device?: Caller['device'];
}

export type CatalogCommand<S, A> = Command<CatalogEvent, CatalogRow, S, A, CatalogSide, DriveRoom>;

export type CatalogSideWriter = SideWriter<CatalogSide, DriveRoom>;

/** May be negative. */
export const reserve = (side: CatalogSideWriter, bytes: number): Promise<void> =>
  side.adjust(reserving(bytes));

/** The actor of what catalog does by itself. */
export const SYSTEM = 'catalog';

export const ownOrigin = (interactive = true): CommandOrigin => ({
  actor: SYSTEM,
  trace: traceparentOf(),
  interactive,
});

/** Outside the stream: a crash may lose a count, a rebuild keeps them. */
export interface OpenCounts {
  add(drive: DriveId, id: ElementId, opId: OpId): Promise<number>;
  of(drive: DriveId, ids: readonly ElementId[]): Promise<ReadonlyMap<ElementId, number>>;
  forget(drive: DriveId, ids: readonly ElementId[]): Promise<void>;
  /** Grows with each opening; counts read afterwards are at least as new. 0: nothing was ever opened. */
  revision(drive: DriveId): Promise<number>;
  /** Lists elements whose count changed at the given revision or later; it may list too many. */
  since(
    drive: DriveId,
    revision: number,
  ): Promise<{ revision: number; counts: ReadonlyMap<ElementId, number> }>;
}

export interface RestoreRun {
  drive: DriveId;
  run: string;
}

/** A claim stays until its drive is whole or taken back. */
export interface RestoreClaims {
  /** The claim fails while another restore of the drive may still run. */
  claim(run: RestoreRun): Promise<{ claimed: boolean; wasBroken: boolean }>;
  renew(run: RestoreRun): Promise<void>;
  /** Broken: the state is unknown, and the next restore checks. */
  end(run: RestoreRun & { broken: boolean }): Promise<void>;
  all(): Promise<{ drive: DriveId; underWay: boolean }[]>;
}
