import { limits, type Answer, type Body } from '@skyshelf/contracts/browser';
import type { callApi } from '../../shared/api/call-api.js';
import type { FileToStart, StartAnswer } from './upload-calls.js';

type Unfinished = Answer<'listUploads'>['uploads'][number];

interface Starting {
  call: typeof callApi;
  newKey: () => string;
  /** Names the intention of asking leave for these. */
  key: string;
  isUnderWay(uploadId: string): boolean;
}

/**
 * A file begun before goes on, known by folder, name, size and last change.
 * @throws {ApiFailure}
 */
export async function startOrGoOn(
  { call, newKey, key, isUnderWay }: Starting,
  asked: Body<'startUpload'>,
): Promise<StartAnswer> {
  const { files, folderId } = asked;
  const unfinished = (await mayGoOn(call, files)).filter(({ uploadId }) => !isUnderWay(uploadId));
  const begun = [...files].map((file) => {
    const at = unfinished.findIndex((each) => each.folderId === folderId && isOf(each, file));
    return at < 0 ? undefined : unfinished.splice(at, 1)[0];
  });
  const renewed = await Promise.all(
    begun.map((upload, index) => upload && renew(call, newKey(), upload, index)),
  );
  const docs = renewed.filter((doc) => doc != null);
  const fresh = [...files.keys()].filter((index) => !docs.some((doc) => doc.index === index));
  if (fresh.length === 0) return { docs, warnings: [] };
  const body = { ...asked, files: fresh.flatMap((index) => files[index] ?? []) };
  const background = { tries: 6, inBackground: true };
  const started = await call('startUpload', { body, idempotencyKey: key }, background);
  const placed = <T extends { index?: number | undefined }>(each: T): T => ({
    ...each,
    ...(each.index !== undefined && { index: fresh[each.index] }),
  });
  return { docs: [...docs, ...started.docs.map(placed)], warnings: started.warnings.map(placed) };
}

/** Only large files can. Without this answer they begin. */
const mayGoOn = async (call: typeof callApi, files: readonly FileToStart[]): Promise<Unfinished[]> => {
  if (!files.some(({ size }) => size > limits.maxSingleRequestBytes)) return [];
  const none = { uploads: [] };
  return (await call('listUploads', {}, { tries: 2 }).catch(() => none)).uploads;
};

const isOf = (upload: Unfinished, { name, size, modified }: FileToStart): boolean =>
  upload.name === name && upload.size === size && upload.modified === (modified ?? null);

/** Null when it is over: then it begins again. */
const renew = async (
  call: typeof callApi,
  idempotencyKey: string,
  { uploadId, name, grant }: Unfinished,
  index: number,
): Promise<StartAnswer['docs'][number] | null> => {
  const fresh = await call('renewUpload', { body: { grant }, idempotencyKey }, { tries: 3 }).catch(
    () => null,
  );
  return fresh && { index, uploadId, name, grant: fresh.grant, how: 'parts' };
};
