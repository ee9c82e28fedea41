import type { Step } from './machine/effects.js';
import type { UploadEvent } from './machine/upload-events.js';
import type { Upload } from './machine/upload.js';
import type { Watching } from './remote/watch-import.js';
import { startOrGoOn } from './start-or-go-on.js';
import type { StepRunner } from './step-runner.js';
import type { FileToStart, SentPart, UploadTransport } from './upload-port.js';

type WithoutCall<Each> = Each extends { call: number } ? Omit<Each, 'call'> : never;
/** What comes of a step. */
export type Happened = WithoutCall<UploadEvent>;

interface Doing {
  runner: StepRunner;
  /** The first of the files. */
  upload: Upload;
  uploads: readonly Upload[];
  transport: UploadTransport;
  watching: Watching;
}

/** How each step is done. Rejects with what the server refuses. */
export const doSteps: {
  [What in Step['do']]: (doing: Doing, step: Step & { do: What }) => Promise<Happened>;
} = {
  'make-folder': async ({ runner, upload: { group, targetFolder, path } }) => ({
    type: 'folder-made',
    folder: await runner.makeFolder(group, targetFolder, path),
  }),

  'ask-leave': async ({ runner, upload, uploads, transport }, { ids }) => {
    await runner.keeper.save(ids);
    const { newKey, parts } = runner.deps.environment;
    const { docs, warnings } = await startOrGoOn(transport, {
      targetFolder: upload.targetFolder,
      files: uploads.map(aboutFile),
      key: upload.call?.key ?? newKey(),
      conflict: conflictOf(upload),
      isUnderWay: (uploadId) => runner.list.all().some(({ grant }) => grant?.uploadId === uploadId),
    });
    const given = docs.map((doc) => ({ ...doc, key: newKey(), etags: parts.of(doc.uploadId) }));
    return { type: 'leave-given', docs: given, warnings };
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

  'send-bundle': async ({ runner, upload, transport }, { ids }) => {
    const body = runner.bodies.get(ids) ?? new Blob();
    return { type: 'admitted', answer: await transport.sendBundle(body, upload.call?.key ?? '', toTheEnd) };
  },

  'send-bytes': async ({ runner, upload, transport, watching }) => {
    const bytes = (await runner.bytesOf(upload.id)) ?? new Blob();
    const sent = await transport.sendBytes(upload.grant?.grant ?? '', bytes, upload.key, watching);
    return { type: 'bytes-arrived', receipt: sent.receipt };
  },

  'open-parts': async ({ runner, upload, transport, watching: { signal } }) => {
    const key = runner.deps.environment.newKey();
    const parts = await transport.openParts(upload.grant?.grant ?? '', partsOf(upload), key, signal);
    return { type: 'parts-opened', parts };
  },

  'send-part': async ({ runner, upload, transport, watching }, { part, from, to }) => {
    const bytes = ((await runner.bytesOf(upload.id)) ?? new Blob()).slice(from, to);
    return { type: 'part-sent', ...(await transport.sendPart(part.url, bytes, watching)) };
  },

  'complete-parts': async ({ upload, transport, watching: { signal } }) => {
    const { uploadId = '' } = upload.grant ?? {};
    const key = `${upload.key}-complete`;
    const sent = await transport.completeParts(uploadId, partsOf(upload), key, signal);
    return { type: 'bytes-arrived', receipt: sent.receipt };
  },

  bring: async ({ runner, upload: { targetFolder, remote }, transport, watching }) => {
    if (!remote) throw new Error('Only a file from elsewhere is brought.');
    const key = runner.deps.environment.newKey();
    return { type: 'bytes-arrived', receipt: await transport.bring(targetFolder, remote, key, watching) };
  },

  admit: async ({ runner, upload, uploads, transport }) => {
    const receipts = uploads.map(({ receipt }) => receipt ?? '');
    const key = runner.deps.environment.newKey();
    return { type: 'admitted', answer: await transport.admit(upload.targetFolder, receipts, key) };
  },

  wait: async ({ runner, watching: { signal } }, { attempt, leastMs }) => {
    await runner.deps.environment.waitBeforeTry(attempt, signal, leastMs);
    return { type: 'waited' };
  },
};

/** It is not stopped in the middle: which of its files have come would be open. */
const toTheEnd = { signal: new AbortController().signal, onProgress: () => undefined };

const aboutFile = ({ name, size, type, modified, source }: Upload): FileToStart => ({
  ...{ name, size, type, modified },
  ...(source && { source }),
});

/** What is said of taken names in a call. */
const conflictOf = ({ ifTaken }: Upload): 'number' | undefined => (ifTaken ? 'number' : undefined);

const partsOf = ({ etags }: Upload): SentPart[] =>
  Object.entries(etags).map(([partNumber, etag]) => ({ partNumber: Number(partNumber), etag }));

/** Read whole, so that what changes while it is sent does no harm. Null when it can't be read. */
const readWhole = (bytes: Blob): Promise<Blob | null> =>
  bytes.arrayBuffer().then(
    (read) => new Blob([read]),
    () => null,
  );

function bundleOf(uploads: readonly Upload[], bytes: readonly Blob[]): Blob {
  const [first] = uploads;
  const conflict = first && conflictOf(first);
  const files = uploads.map((upload) => ({ ...aboutFile(upload), modified: undefined }));
  const head = JSON.stringify({ ...first?.targetFolder, files, ...(conflict && { conflict }) });
  return new Blob([head, '\n', ...bytes]);
}
