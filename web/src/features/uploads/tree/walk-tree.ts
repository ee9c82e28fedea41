import { limits } from '@skyshelf/contracts/browser';
import type { NewUpload } from '../upload-port.js';
import type { FileNode, FolderNode, Node } from './nodes.js';

/** `path`: the names of the folders above. */
export type Found =
  | ({ kind: 'file'; path: readonly string[] } & NewUpload)
  | { kind: 'folder'; path: readonly string[] }
  | { kind: 'unreadable' | 'too-deep'; path: readonly string[]; name: string };

/** Enough not to wait for each, few enough not to hold the page up. */
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
      open.push(
        ...folders.toReversed().map((each) => ({ path: [...path, each.name], list: () => each.list() })),
      );
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
