import type { DriveId } from '@skyshelf/contracts';

/** Something that must never be, as a check of a drive found it. */
export interface Finding {
  /** Number of the rule in docs/architecture.md, "Rules that never break". */
  rule: number;
  drive: DriveId;
  code:
    | 'events.gap'
    | 'events.unreadable'
    | 'rows.differ'
    | 'names.shared'
    | 'parents.lost'
    | 'counters.differ'
    | 'quota.exceeded';
  /** For the operator, with the figures. */
  message: string;
  /** What it concerns, the first twenty. */
  ids: string[];
}

export const FIRST_IDS = 20;

export const finding = (
  drive: DriveId,
  rule: number,
  code: Finding['code'],
  message: string,
  ids: readonly string[] = [],
): Finding => ({ rule, drive, code, message, ids: ids.slice(0, FIRST_IDS) });
