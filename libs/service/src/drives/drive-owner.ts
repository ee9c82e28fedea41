import type { DriveExportQuery, DriveId, DrivePart, DriveRestoreHead } from '@skyshelf/contracts';

export type ExportPart<P extends DrivePart> = (
  drive: DriveId,
  query: Extract<DriveExportQuery, { part: P }>,
) => AsyncIterable<unknown>;

export type RestoreHead = Omit<DriveRestoreHead, 'passed'>;

/** Own collections; all else is the kit's. */
export interface DriveOwner {
  /** None may hold a whole drive in memory. */
  exports?: { [P in DrivePart]?: ExportPart<P> };
  /**
   * No one uses the drive before all of its services have it.
   * @throws DomainError `input.invalid` when the drive is there, or a value is none of its own
   */
  restore?(drive: DriveId, head: RestoreHead, pages: AsyncIterable<unknown[]>): Promise<void>;
  /** Repeatable, perhaps killed midway: what finds other things goes last. */
  forget?(drive: DriveId, options: { forGood: boolean }): Promise<void>;
  knows?(drive: DriveId): Promise<boolean>;
}

/** Restores begin with events; deletion too, since the stream leads to the rest. */
export function combineOwners(stream: DriveOwner | undefined, own: DriveOwner): DriveOwner {
  if (!stream) return own;
  return {
    exports: { ...stream.exports, ...own.exports },
    restore: async (drive, head, pages) => {
      const { events, rest } = splitEvents(pages[Symbol.asyncIterator]());
      await stream.restore?.(drive, head, events());
      await own.restore?.(drive, head, rest());
    },
    knows: async (drive) => ((await stream.knows?.(drive)) ?? false) || ((await own.knows?.(drive)) ?? false),
    forget: async (drive, options) => {
      await stream.forget?.(drive, options);
      await own.forget?.(drive, options);
    },
  };
}

const isEvent = (line: unknown): boolean => typeof line === 'object' && line !== null && 'event' in line;

function splitEvents(pages: AsyncIterator<unknown[]>) {
  let left: unknown[] = [];
  const next = async (): Promise<unknown[] | null> => {
    const { value, done } = await pages.next();
    return done === true ? null : value;
  };
  return {
    events: async function* (): AsyncGenerator<unknown[]> {
      for (let page = await next(); page; page = await next()) {
        const end = page.findIndex((line) => !isEvent(line));
        if (end !== 0) yield end === -1 ? page : page.slice(0, end);
        if (end === -1) continue;
        left = page.slice(end);
        return;
      }
    },
    rest: async function* (): AsyncGenerator<unknown[]> {
      if (left.length > 0) yield left;
      for (let page = await next(); page; page = await next()) yield page;
    },
  };
}
