import { type Body, type ElementView, limits, type RouteName } from '@skyshelf/contracts/browser';
import { httpTransport } from '../../../features/uploads/http-transport.js';
import type { AdmitAnswer, StartAnswer } from '../../../features/uploads/machine/upload.js';
import type { UploadTransport } from '../../../features/uploads/upload-port.js';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { type CallOptions, callApi } from '../../../shared/api/call-api.js';
import { newKey } from '../../../shared/api/call-input.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { receivingTexts as text } from '../../../shared/messages/receiving-texts.js';
import type { SentFiles } from './sent-files.js';

/** The folder of all that is sent at once. Its id begins with the name of that sending. */
export const sendingTarget = (): TargetFolder => ({ url: '/', folderId: newKey() });

const namesOf = (url: string): string[] => url.split('/').filter((name) => name !== '');

interface DropOptions {
  sent: SentFiles;
  /** The sender's name, where the link asks for it. */
  sender: () => string;
  /** The link is closed to this page. */
  lost: () => void;
}

type Start = Body<'startUpload'>;

interface Input {
  body: unknown;
  idempotencyKey: string;
}

/** A link that receives knows no folders: each file names those that it lies in, and the server makes them. */
export function dropTransport({ sent, sender, lost }: DropOptions): UploadTransport {
  const start = async ({ body, ...key }: Input, options?: CallOptions): Promise<StartAnswer> => {
    const { url, folderId = '', files } = body as Start;
    const path = namesOf(url);
    if (path.length > limits.maxDropDepth) return { docs: [], warnings: files.map(tooDeep) };
    const [sending = ''] = folderId.split('/', 1);
    const named = files.map(({ name, size, type, modified }) => ({ name, size, type, modified, path }));
    const from = sender() && { sender: sender() };
    const answer = await callApi('startDrop', { ...key, body: { sending, ...from, files: named } }, options);
    const granted = answer.docs.map(({ index, uploadId, name }) => {
      const { size = 0 } = files[index] ?? {};
      return { uploadId, size, name: [...path, name].join('/') };
    });
    sent.begun(granted);
    return answer;
  };

  const admit = async ({ body, ...key }: Input, options?: CallOptions): Promise<AdmitAnswer> => {
    const files = (body as Body<'admitUploads'>).files.map(({ receipt }) => ({ receipt }));
    const { received, warnings } = await callApi('admitDrops', { ...key, body: { files } }, options);
    const insertedIds = Object.fromEntries(received.map((index) => [index, String(index)]));
    return { docs: { result: { ok: 1 }, ops: [], insertedIds }, warnings, operations: [] };
  };

  const own: Partial<Record<RouteName, (input: Input, options?: CallOptions) => Promise<unknown>>> = {
    startUpload: start,
    admitUploads: admit,
    addElement: async ({ body }) => ({ docs: folderOf(body as Body<'addElement'>) }),
    // Only a shelf lists uploads of other pages.
    listUploads: async () => ({ uploads: [] }),
  };

  const watched = async <Result>(sending: Promise<Result>): Promise<Result> => {
    try {
      return await sending;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const { error } = failure;
      if (error.code === 'share.not-found') lost();
      throw isOfFormerVisit(error) ? new ApiFailure({ ...error, code: 'drop.over' }) : failure;
    }
  };

  const call = (name: RouteName, input: Input, options?: CallOptions): Promise<unknown> =>
    watched(own[name]?.(input, options) ?? httpTransport.call(name, input as never, options));

  return {
    call: call as UploadTransport['call'],
    put: (sending) => watched(httpTransport.put(sending)),
    bring: httpTransport.bring,
  };
}

/** A pause of the link ends what was granted before: nothing of it can go on. */
const isOfFormerVisit = ({ code }: ApiFailure['error']): boolean =>
  code === 'upload.bad-grant' || code === 'upload.bad-receipt';

const tooDeep = ({ name }: { name: string }, index: number) => ({
  index,
  name,
  code: 'depth.exceeded',
  message: text.tooDeep(limits.maxDropDepth),
});

const folderOf = ({ folderId, obj, number }: Body<'addElement'>): Pick<ElementView, '_id' | 'linkname'> => {
  const linkname = number === undefined ? (obj.linkname ?? '') : `${obj.linkname} (${number})`;
  return { _id: `${folderId}/${linkname}`, linkname };
};
