interface GridPosition {
  index: number;
  column: number;
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

const LAST = Number.MAX_SAFE_INTEGER;

/** Not yet within bounds; null for other keys. */
export function movedTo(
  { key, ctrlKey, metaKey }: Key,
  at: GridPosition | null,
  page: number,
): GridPosition | null {
  const isFar = ctrlKey || metaKey;
  const steps: Record<string, (from: GridPosition) => GridPosition> = {
    ArrowUp: ({ index, column }) => ({ index: isFar ? 0 : index - 1, column }),
    ArrowDown: ({ index, column }) => ({ index: isFar ? LAST : index + 1, column }),
    ArrowLeft: ({ index, column }) => ({ index, column: isFar ? 0 : column - 1 }),
    ArrowRight: ({ index, column }) => ({ index, column: isFar ? LAST : column + 1 }),
    PageUp: ({ index, column }) => ({ index: index - page, column }),
    PageDown: ({ index, column }) => ({ index: index + page, column }),
    Home: ({ index }) => ({ index: isFar ? 0 : index, column: 0 }),
    End: ({ index }) => ({ index: isFar ? LAST : index, column: LAST }),
  };
  const step = steps[key];
  if (!step) return null;
  return at ? step(at) : { index: 0, column: 0 };
}
