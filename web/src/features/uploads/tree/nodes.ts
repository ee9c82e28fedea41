export type Node = FileNode | FolderNode;

export interface FileNode {
  kind: 'file';
  name: string;
  read(): Promise<File>;
  handle?: ReadableFile;
}
export interface FolderNode {
  kind: 'folder';
  name: string;
  list(): Promise<readonly Node[]>;
}

export interface ReadableFile {
  file: FileSystemFileHandle;
  /** The dropped folder: its permission covers the file. */
  top?: FileSystemDirectoryHandle;
}

/** Every browser's, while the page lives. */
export const nodeOfEntry = (entry: FileSystemEntry): Node =>
  isFolder(entry)
    ? {
        kind: 'folder',
        name: entry.name,
        list: async () => (await children(entry)).map(nodeOfEntry),
      }
    : {
        kind: 'file',
        name: entry.name,
        read: () => new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
      };

/** Chromium's, which outlives the page. */
export const nodeOfHandle = (handle: FileSystemHandle, top?: FileSystemDirectoryHandle): Node => {
  const { name } = handle;
  if (handle instanceof FileSystemDirectoryHandle)
    return { kind: 'folder', name, list: () => inFolder(handle, top ?? handle) };
  const file = handle as FileSystemFileHandle;
  return { kind: 'file', name, read: () => file.getFile(), handle: { file, ...(top && { top }) } };
};

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function inFolder(
  folder: FileSystemDirectoryHandle,
  top: FileSystemDirectoryHandle,
): Promise<readonly Node[]> {
  const nodes: Node[] = [];
  for await (const handle of folder.values()) nodes.push(nodeOfHandle(handle, top));
  return nodes;
}

/** Answered 100 at a time. */
async function children(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
