import type { TargetFolder } from '../../../shared/listings/listing.js';
import { text } from '../../../shared/messages/en.js';
import type { UploadEngine } from '../upload-engine.js';
import type { DroppedTree } from './take-drop.js';

type Queue = Pick<UploadEngine, 'openGroup' | 'closeGroup' | 'addTo' | 'addFolder' | 'addRefused'>;

/** Milliseconds the page may be busy. */
const LONG_MS = 10;

export async function uploadTree(queue: Queue, targetFolder: TargetFolder, tree: DroppedTree): Promise<void> {
  const group = queue.openGroup();
  const folders: Promise<void>[] = [];
  let began = performance.now();
  try {
    for await (const found of tree) {
      const files = found.flatMap((each) => (each.kind === 'file' ? [each] : []));
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
    await Promise.all(folders);
    queue.closeGroup(group);
  }
}
