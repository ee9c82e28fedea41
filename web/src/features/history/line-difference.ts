import { structuredPatch } from 'diff';

export interface Row {
  /** Null: it stands for lines that are equal in both and left out. */
  kind: 'same' | 'removed' | 'added' | null;
  before: number | null;
  after: number | null;
  text: string;
}

const CONTEXT_LINES = 3;
const LIMIT_MS = 2000;
const kinds = { ' ': 'same', '-': 'removed', '+': 'added' } as const;

/** Null: they differ in too many ways to find out in time. Empty: they are equal. */
export function lineDifference(before: string, after: string): Row[] | null {
  const options = { context: CONTEXT_LINES, timeout: LIMIT_MS };
  const patch = structuredPatch('', '', before, after, undefined, undefined, options);
  if (!patch) return null;
  return patch.hunks.flatMap(({ oldStart, newStart, lines }, index) => {
    let old = oldStart;
    let next = newStart;
    const rows = lines.flatMap((line): Row[] => {
      const sign = line[0] ?? '';
      // Others say that the last line has no end.
      if (!(sign in kinds)) return [];
      const kind = kinds[sign as keyof typeof kinds];
      const text = line.slice(1);
      return [
        { kind, before: kind === 'added' ? null : old++, after: kind === 'removed' ? null : next++, text },
      ];
    });
    return index > 0 ? [{ kind: null, before: null, after: null, text: '' }, ...rows] : rows;
  });
}
