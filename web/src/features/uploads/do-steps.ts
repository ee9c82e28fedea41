import { type Answer, type Body, type FinishedUpload, limits } from '@skyshelf/contracts/browser';
import { notUnderstood } from '../../shared/api/check-answer.js';
import type { callApi } from '../../shared/api/call-api.js';
import type { AdmitAnswer, FileToStart, Sending, StartAnswer, Upload } from './machine/upload.js';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { TargetFolder } from '../../shared/listings/listing.js';
import type { ItemList } from './upload-list.js';
import type { Step, UploadEvent } from './machine/upload-state.js';
import type { UploadEnvironment, UploadKeeper, UploadTransport } from './upload-port.js';

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
export async function startOrResume(
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

/** Asks which uploads can be continued; only large files can. They start from the beginning without this answer. */
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

type WithoutCall<Each> = Each extends { call: number } ? Omit<Each, 'call'> : never;
export type StepOutcome = WithoutCall<UploadEvent>;

export interface StepsPage {
  readonly list: Pick<ItemList, 'all'>;
  readonly keeper: UploadKeeper;
  readonly environment: UploadEnvironment;
  /** By the ids of their job, while it lives. */
  readonly bodies: WeakMap<readonly number[], Blob>;
  /** Null: to be chosen again. */
  bytesOf(id: number): Promise<Blob | null>;
  makeFolder(group: number, top: TargetFolder, path: readonly string[]): Promise<TargetFolder>;
}

export interface StepContext extends UploadTransport {
  runner: StepsPage;
  newKey: () => string;
  upload: Upload;
  uploads: readonly Upload[];
  sending: Sending;
}

/** Rejects with the server's refusal. */
export const doSteps: {
  [What in Step['do']]: (doing: StepContext, step: Step & { do: What }) => Promise<StepOutcome>;
} = {
  'make-folder': async ({ runner, upload: { group, targetFolder, path } }) => ({
    type: 'folder-made',
    folder: await runner.makeFolder(group, targetFolder, path),
  }),

  'request-grants': async ({ runner, upload, uploads, call, newKey }, { ids }) => {
    await runner.keeper.save(ids);
    const isUnderWay = (uploadId: string): boolean =>
      runner.list.all().some(({ grant }) => grant?.uploadId === uploadId);
    const key = upload.call?.key ?? newKey();
    const asked = { ...upload.targetFolder, files: uploads.map(aboutFile), ...conflictOf(upload) };
    const { docs, warnings } = await startOrResume({ call, newKey, key, isUnderWay }, asked);
    const { parts } = runner.environment;
    const given = docs.map((doc) => ({ ...doc, key: newKey(), etags: parts.of(doc.uploadId) }));
    return { type: 'grants-received', docs: given, warnings };
  },

  prepare: async ({ runner, uploads }, { how, ids }) => {
    if (how === 'remote') return { type: 'prepared', lost: [] };
    await runner.keeper.save(ids, true);
    const read = how === 'bundle' ? readWhole : (bytes: Blob) => bytes;
    const found = await Promise.all(
      uploads.map(async ({ id }) => {
        const bytes = await runner.bytesOf(id);
        return bytes && read(bytes);
      }),
    );
    const bytes = found.filter((each) => each !== null);
    if (how === 'bundle') runner.bodies.set(ids, bundleOf(uploads, bytes));
    return { type: 'prepared', lost: ids.filter((_, index) => !found[index]) };
  },

  'send-bundle': async ({ runner, upload, put }, { ids }) => {
    const headers = { 'idempotency-key': upload.call?.key ?? '' };
    const bytes = runner.bodies.get(ids) ?? new Blob();
    const { body } = await put({ to: 'sendBundle', bytes, headers, ...toTheEnd });
    return { type: 'admitted', answer: body as AdmitAnswer };
  },

  'send-bytes': async ({ runner, upload, put, sending }) => {
    const bytes = (await runner.bytesOf(upload.id)) ?? new Blob();
    const headers = { 'idempotency-key': upload.key, 'upload-grant': upload.grant?.grant ?? '' };
    const { body } = await put({ to: 'sendBytes', bytes, headers, ...sending });
    const { receipt } = { ...(body as Partial<FinishedUpload> | null) };
    if (typeof receipt !== 'string') throw notUnderstood(200);
    return { type: 'bytes-arrived', receipt };
  },

  'open-parts': async ({ upload, call, newKey, sending: { signal } }) => {
    const body = { grant: upload.grant?.grant ?? '', confirmed: partsOf(upload) };
    const input = { body, idempotencyKey: newKey() };
    return { type: 'parts-opened', parts: await call('startParts', input, { signal, tries: 1 }) };
  },

  'send-part': async ({ runner, upload, put, sending }, { part, from, to }) => {
    const bytes = ((await runner.bytesOf(upload.id)) ?? new Blob()).slice(from, to);
    const answer = await put({ to: { part: part.url }, bytes, headers: {}, ...sending });
    const ours = (answer.body as { etag?: unknown } | null)?.etag;
    const etag = typeof ours === 'string' ? ours : answer.etag?.replaceAll('"', '');
    if (etag) return { type: 'part-sent', etag };
    const message = 'The store did not confirm a part.';
    throw new ApiFailure({ status: 502, code: 'unreadable', message });
  },

  'complete-parts': async ({ upload, call, sending: { signal } }) => {
    const params = { uploadId: upload.grant?.uploadId ?? '' };
    const input = { params, body: { parts: partsOf(upload) }, idempotencyKey: `${upload.key}-complete` };
    const { receipt } = await call('completeParts', input, { signal, tries: 1 });
    return { type: 'bytes-arrived', receipt };
  },

  bring: async ({ upload: { targetFolder, remote }, bring, newKey, sending }) => {
    if (!remote) throw new Error('Only a file from elsewhere is brought.');
    return { type: 'bytes-arrived', receipt: await bring(targetFolder, remote, newKey(), sending) };
  },

  admit: async ({ upload, uploads, call, newKey }) => {
    const files = uploads.map(({ receipt }) => ({ receipt: receipt ?? '' }));
    const input = { body: { ...upload.targetFolder, files }, idempotencyKey: newKey() };
    const answer = await call('admitUploads', input, { tries: 8, inBackground: true });
    return { type: 'admitted', answer };
  },

  wait: async ({ runner, sending: { signal } }, { attempt, leastMs }) => {
    await runner.environment.waitBeforeTry(attempt, signal, leastMs);
    return { type: 'waited' };
  },
};

/** The call must not be aborted: it would be unknown which files have arrived. */
const toTheEnd = { signal: new AbortController().signal, onProgress: () => undefined };

const aboutFile = ({ name, size, type, modified, source }: Upload): FileToStart => ({
  name,
  size,
  type,
  modified,
  ...(source && { source }),
});

const conflictOf = ({ ifTaken }: Upload) =>
  ifTaken ? { conflict: ifTaken === 'replace' ? ('replace' as const) : ('number' as const) } : {};

const partsOf = ({ etags }: Upload): { partNumber: number; etag: string }[] =>
  Object.entries(etags).map(([partNumber, etag]) => ({ partNumber: Number(partNumber), etag }));

/** Whole, so that later changes of the file do no harm. Null when unreadable. */
const readWhole = (bytes: Blob): Promise<Blob | null> =>
  bytes.arrayBuffer().then(
    (read) => new Blob([read]),
    () => null,
  );

function bundleOf(uploads: readonly Upload[], bytes: readonly Blob[]): Blob {
  const [first] = uploads;
  const files = uploads.map(aboutFile);
  const head = JSON.stringify({ ...first?.targetFolder, files, ...(first && conflictOf(first)) });
  return new Blob([head, '\n', ...bytes]);
}
