import { useEffect, useState } from 'react';

export interface DropTarget {
  /** Id of the folder tile under the pointer; null for the open folder. */
  folderId: string | null;
}

interface FileDropOptions {
  enabled: boolean;
  dropped: (files: File[], target: DropTarget) => void;
  /** Folders of the desktop can't be taken. */
  foldersRefused: () => void;
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

const folderTileAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-folder][data-id]') : null;

/** The files of a drop, and whether folders were among them. */
const filesOf = (data: DataTransfer): { files: File[]; folders: boolean } => {
  const items = [...data.items].filter((item) => item.kind === 'file');
  const isFolder = (item: DataTransferItem): boolean => item.webkitGetAsEntry()?.isDirectory ?? false;
  return {
    files: items.flatMap((item) => (isFolder(item) ? [] : (item.getAsFile() ?? []))),
    folders: items.some(isFolder),
  };
};

/** Files dragged in from the desktop, over the whole page. Answers where they would land, or null while none is there. */
export const useFileDrop = ({ enabled, dropped, foldersRefused }: FileDropOptions): DropTarget | null => {
  const [over, setOver] = useState<DropTarget | null>(null);
  useEffect(() => {
    let marked: HTMLElement | null = null;
    const mark = (tile: HTMLElement | null): void => {
      if (tile === marked) return;
      marked?.removeAttribute('data-drop');
      tile?.setAttribute('data-drop', 'true');
      marked = tile;
    };
    const leave = (): void => {
      mark(null);
      setOver(null);
    };
    const onDragOver = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      // Always ours: a browser that opens the file in place of the page would lose what is going on.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = enabled ? 'copy' : 'none';
      if (!enabled) return;
      const tile = folderTileAt(event.target);
      mark(tile);
      const folderId = tile?.dataset.id ?? null;
      setOver((before) => (before && before.folderId === folderId ? before : { folderId }));
    };
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) leave();
    };
    const onDrop = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      leave();
      if (!enabled || !event.dataTransfer) return;
      const { files, folders } = filesOf(event.dataTransfer);
      if (folders) foldersRefused();
      if (files.length > 0) dropped(files, { folderId: folderTileAt(event.target)?.dataset.id ?? null });
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      mark(null);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, [enabled, dropped, foldersRefused]);
  return over;
};
