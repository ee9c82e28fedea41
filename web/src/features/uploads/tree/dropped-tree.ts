import { limits } from '@skyshelf/contracts/browser';
import { FolderPaths, folderNames } from './folder-names.js';
import type { NewUpload, ReadableFile } from '../upload-port.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { text } from '../../../shared/messages/en.js';
import type { UploadEngine } from '../upload-engine.js';

type Node = FileNode | FolderNode;

interface FileNode {
  kind: 'file';
  name: string;
  read(): Promise<File>;
  handle?: ReadableFile;
}
interface FolderNode {
  kind: 'folder';
  name: string;
  list(): Promise<readonly Node[]>;
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
const nodeOfHandle = (handle: FileSystemHandle, top?: FileSystemDirectoryHandle): Node => {
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

/** `path`: the folders above, by the names that they get. */
export type Found =
  | ({ kind: 'file'; path: readonly string[] } & NewUpload)
  | { kind: 'folder'; path: readonly string[] }
  | { kind: 'renamed'; name: string; to: string }
  | { kind: 'unreadable' | 'too-deep'; path: readonly string[]; name: string };

/** It keeps several reads in flight without blocking the page. */
const AT_ONCE = 50;

interface Level {
  path: readonly string[];
  list: () => Promise<readonly Node[]>;
}

/** A folder before its content. What can't be read is reported. */
export async function* walkTree(dropped: readonly Node[]): AsyncGenerator<readonly Found[]> {
  const open: Level[] = [{ path: [], list: async () => dropped }];
  for (let level = open.pop(); level; level = open.pop()) {
    const { path } = level;
    const nodes = await level.list().catch(() => null);
    if (!nodes) {
      yield [{ kind: 'unreadable', path: path.slice(0, -1), name: path.at(-1) ?? '' }];
      continue;
    }
    const folders = nodes.filter((node): node is FolderNode => node.kind === 'folder');
    if (path.length > 0) yield [{ kind: 'folder', path }];
    if (path.length >= limits.maxDepth) {
      yield folders.map(({ name }): Found => ({ kind: 'too-deep', path, name }));
    } else {
      const names = folderNames(folders.map(({ name }) => name));
      const below = folders.map((each, at) => ({ path: [...path, names[at] ?? each.name], each }));
      open.push(...below.toReversed().map(({ path: at, each }) => ({ path: at, list: () => each.list() })));
      const renamed = below.map(({ path: at, each: { name } }) => ({ name, to: at.at(-1) ?? '' }));
      yield renamed
        .filter(({ name, to }) => name.normalize('NFC') !== to)
        .map((each): Found => ({ kind: 'renamed', ...each }));
    }
    const files = nodes.filter((node): node is FileNode => node.kind === 'file');
    for (let at = 0; at < files.length; at += AT_ONCE)
      yield await Promise.all(files.slice(at, at + AT_ONCE).map((each) => fileOf(each, path)));
  }
}

async function fileOf(node: FileNode, path: readonly string[]): Promise<Found> {
  try {
    const file = await node.read();
    return { kind: 'file', path, file, ...(node.handle && { handle: node.handle }) };
  } catch {
    return { kind: 'unreadable', path, name: node.name };
  }
}

type DroppedTree = AsyncIterable<readonly Found[]>;

/** Only Chromium has it, and TypeScript's library lacks it. */
interface WithHandle {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Call it in the event handler: the browser clears the data afterwards. */
export function readDrop({ items }: DataTransfer): DroppedTree {
  const nodes: Promise<Node>[] = [];
  const loose: Found[] = [];
  for (const item of [...items].filter(({ kind }) => kind === 'file')) {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry) nodes.push(nodeOf(entry, (item as WithHandle).getAsFileSystemHandle?.()));
    else if (file) loose.push({ kind: 'file', path: [], file });
  }
  return all(loose, nodes);
}

/** A later page can read handles again. */
const nodeOf = async (
  entry: FileSystemEntry,
  asked: Promise<FileSystemHandle | null> | undefined,
): Promise<Node> => {
  const handle = await asked?.catch(() => null);
  return handle ? nodeOfHandle(handle) : nodeOfEntry(entry);
};

async function* all(loose: readonly Found[], nodes: readonly Promise<Node>[]): DroppedTree {
  if (loose.length > 0) yield loose;
  yield* walkTree(await Promise.all(nodes));
}

/** The files of a chosen folder carry their path. */
export async function* chosenFiles(files: readonly NewUpload[]): DroppedTree {
  const folderOf = ({ file: { webkitRelativePath: path } }: NewUpload): string =>
    path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const paths = new FolderPaths(files.map(folderOf).filter((path) => path !== ''));
  for (let at = 0; at < files.length; at += AT_ONCE)
    yield files
      .slice(at, at + AT_ONCE)
      .map((each) => ({ kind: 'file', ...each, path: paths.of(folderOf(each)) }));
  yield paths.renamed.map((each): Found => ({ kind: 'renamed', ...each }));
}

type Queue = Pick<
  UploadEngine,
  'openGroup' | 'closeGroup' | 'addTo' | 'addFolder' | 'addRefused' | 'noteRenamed'
>;

/** Milliseconds the page may be busy. */
const LONG_MS = 10;

export async function uploadTree(queue: Queue, targetFolder: TargetFolder, tree: DroppedTree): Promise<void> {
  const group = queue.openGroup();
  const folders: Promise<void>[] = [];
  const renamed: { name: string; to: string }[] = [];
  let began = performance.now();
  try {
    for await (const found of tree) {
      const files = found.flatMap((each) => (each.kind === 'file' ? [each] : []));
      renamed.push(...found.filter((each) => each.kind === 'renamed'));
      if (files.length > 0) queue.addTo(group, targetFolder, files);
      for (const each of found) {
        if (each.kind === 'folder') folders.push(queue.addFolder(group, targetFolder, each.path));
        if (each.kind === 'unreadable')
          queue.addRefused(group, targetFolder, each.name, text.uploads.unreadable);
        if (each.kind === 'too-deep') queue.addRefused(group, targetFolder, each.name, text.uploads.tooDeep);
      }
      if (performance.now() - began < LONG_MS) continue;
      // Thousands at once would be one task.
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
  } finally {
    queue.noteRenamed(group, renamed);
    await Promise.all(folders);
    queue.closeGroup(group);
  }
}
