import type { NewUpload } from '../upload-port.js';
import { nodeOfEntry, nodeOfHandle, type Node } from './nodes.js';
import { walkTree, type Found } from './walk-tree.js';

export type DroppedTree = AsyncIterable<readonly Found[]>;

/** Chromium only, not yet in TypeScript's library. */
interface WithHandle {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** To be called in the event: afterwards nothing can be read. */
export function takeDrop({ items }: DataTransfer): DroppedTree {
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

/** Of a folder each knows its path. */
export async function* chosenFiles(files: readonly NewUpload[]): DroppedTree {
  const AT_ONCE = 50;
  for (let at = 0; at < files.length; at += AT_ONCE)
    yield files.slice(at, at + AT_ONCE).map((each) => {
      const path = each.file.webkitRelativePath.split('/').slice(0, -1);
      return { kind: 'file', ...each, path };
    });
}
