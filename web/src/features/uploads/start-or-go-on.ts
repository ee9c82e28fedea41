import { limits } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import type { FileToStart, NameConflict, StartAnswer, Unfinished, UploadTransport } from './upload-port.js';

interface Starting {
  targetFolder: TargetFolder;
  files: FileToStart[];
  key: string;
  conflict?: NameConflict | undefined;
  /** Whether this tab is sending an upload already. */
  isUnderWay(uploadId: string): boolean;
}

/**
 * Asks leave for files. One that was begun before, here or elsewhere, and is chosen again goes on: it is known by folder, name, size and its last change.
 * @throws {ApiFailure}
 */
export async function startOrGoOn(
  transport: UploadTransport,
  { targetFolder, files, key, conflict, isUnderWay }: Starting,
): Promise<StartAnswer> {
  const unfinished = (await mayGoOn(transport, files)).filter(({ uploadId }) => !isUnderWay(uploadId));
  const begun = new Map<number, Unfinished>();
  for (const [index, file] of files.entries()) {
    const at = unfinished.findIndex((each) => isOf(each, targetFolder, file));
    const [found] = at < 0 ? [] : unfinished.splice(at, 1);
    if (found) begun.set(index, found);
  }
  const renewed = await Promise.all([...begun].map(([index, upload]) => renew(transport, index, upload)));
  const docs = renewed.flat();
  const fresh = [...files.keys()].filter((index) => !docs.some((doc) => doc.index === index));
  if (fresh.length === 0) return { docs, warnings: [] };
  const chosen = fresh.flatMap((index) => files[index] ?? []);
  const started = await transport.start(targetFolder, chosen, key, conflict);
  const placed = <T extends { index?: number | undefined }>(each: T): T => ({
    ...each,
    ...(each.index !== undefined && { index: fresh[each.index] }),
  });
  return { docs: [...docs, ...started.docs.map(placed)], warnings: started.warnings.map(placed) };
}

/** Only large files are sent in pieces that stay. Not being told of them is no reason not to begin. */
const mayGoOn = async (transport: UploadTransport, files: readonly FileToStart[]): Promise<Unfinished[]> =>
  files.some(({ size }) => size > limits.maxSingleRequestBytes)
    ? [...(await transport.unfinished().catch(() => []))]
    : [];

const isOf = (
  upload: Unfinished,
  { folderId }: TargetFolder,
  { name, size, modified }: FileToStart,
): boolean =>
  upload.folderId === folderId &&
  upload.name === name &&
  upload.size === size &&
  upload.modified === (modified ?? null);

/** None when it is over after all: then the file is begun again. */
const renew = async (
  transport: UploadTransport,
  index: number,
  { uploadId, name, grant }: Unfinished,
): Promise<StartAnswer['docs']> => {
  try {
    const renewed = await transport.renew(grant);
    return [{ index, uploadId, name, grant: renewed.grant, how: 'parts' }];
  } catch {
    return [];
  }
};
