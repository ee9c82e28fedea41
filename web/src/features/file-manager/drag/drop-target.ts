export type DropTarget = { id: string; path?: never } | { path: string; id?: never };

export interface FoundTarget {
  target: DropTarget;
  mark: Element;
}

export const dropTargetOf = (at: Element | null): FoundTarget | null => {
  const part = at?.closest<HTMLElement>('[data-drop-folder]');
  if (part?.dataset.dropFolder !== undefined)
    return { target: { path: part.dataset.dropFolder }, mark: part };
  const tile = at?.closest<HTMLElement>('[data-folder][data-id]');
  return tile?.dataset.id === undefined ? null : { target: { id: tile.dataset.id }, mark: tile };
};
