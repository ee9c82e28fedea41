import { type Answer, type Body, limits, type Warning } from '@skyshelf/contracts/browser';
import { type ApiError, ApiFailure } from '../src/shared/api/api-error.js';
import type { Put, UploadTransport } from '../src/features/uploads/upload-port.js';
import type { AdmitAnswer, Sending } from '../src/features/uploads/machine/upload.js';
import { element, file } from './element.js';

type Call =
  | 'makeFolder'
  | 'start'
  | 'unfinished'
  | 'renew'
  | 'sendBundle'
  | 'bring'
  | 'sendBytes'
  | 'openParts'
  | 'sendPart'
  | 'completeParts'
  | 'abortParts'
  | 'admit';
type Unfinished = Answer<'listUploads'>['uploads'][number];
type SentPart = Body<'completeParts'>['parts'][number];
interface StoredUpload {
  name: string;
  size: number;
  parts: Map<number, string>;
}

/** The names in the calls of uploads. */
interface CallBody {
  body: {
    url: string;
    folderId: string;
    obj: { linkname: string };
    number?: number;
    files: { name: string; size: number; receipt?: string }[];
    conflict?: string;
    grant: string;
    confirmed: SentPart[];
    parts: SentPart[];
  };
  params: Readonly<Record<string, string>>;
  idempotencyKey: string;
}
interface Request extends CallBody {
  key: string;
  signal: AbortSignal | undefined;
}

export const refusal = (status: number, code: ApiError['code'], message = code as string): ApiFailure =>
  new ApiFailure({ status, code, message });
export const OFFLINE = refusal(0, 'offline');

/** A server of uploads in memory that can be told to fail: what the engine sees over its port. */
export class UploadServer implements UploadTransport {
  readonly calls: { call: Call; key: string; detail: string }[] = [];
  readonly admitted: string[][] = [];
  readonly #uploads = new Map<string, StoredUpload>();
  readonly #failures: { call: Call; detail: RegExp; failure: Error; left: number }[] = [];
  readonly #gates = new Map<Call, Promise<void>>();
  readonly #bundles = new Map<string, AdmitAnswer>();
  /** The number of bytes after the head of each bundle. */
  readonly bundledBytes: number[] = [];
  /** Uploads that were begun elsewhere. */
  begun: Unfinished[] = [];
  /** A failed call has done its work all the same. */
  loseAnswers = false;
  /** Paths of folders that are there. */
  readonly folders = new Set<string>();
  /** The ids of the folders that elements were admitted to. */
  readonly admittedTo: string[] = [];
  refuseNames: Record<string, string> = {};
  /** Admitting answers them: the user can undo it. */
  operations: AdmitAnswer['operations'] = [];
  refuseAdmission: Record<string, string> = {};
  /** The traces that requests were sent within, in order of first use. */
  readonly traces = new Set<string>();
  atOnce = 0;
  mostAtOnce = 0;

  /** A large file of which a part was sent before. */
  beginElsewhere(name: string, size: number, about: Partial<Unfinished> = {}): void {
    const uploadId = `u${this.#uploads.size + 1}`;
    this.#uploads.set(uploadId, { name, size, parts: new Map() });
    const times = { started: '', ends: '', received: limits.partBytes };
    this.begun.push({
      uploadId,
      grant: uploadId,
      folderId: 'root',
      name,
      size,
      type: '',
      modified: 1,
      ...times,
      ...about,
    });
  }

  /** The parts that the last opening of an upload named as confirmed. */
  confirmed: readonly SentPart[] = [];

  /** The next `times` calls of this kind whose detail fits fail. */
  fail(
    call: Call,
    failure: Error,
    { times = 1, detail = /./ }: { times?: number; detail?: RegExp } = {},
  ): void {
    this.#failures.push({ call, failure, left: times, detail });
  }

  /** Holds calls of a kind until the returned function is called. */
  hold(call: Call): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gates.set(call, promise);
    return () => {
      this.#gates.delete(call);
      resolve();
    };
  }

  detailsOf(call: Call): string[] {
    return this.calls.filter((one) => one.call === call).map(({ detail }) => detail);
  }
  keysOf(call: Call): string[] {
    return this.calls.filter((one) => one.call === call).map(({ key }) => key);
  }

  /** The contracts name the calls. */
  readonly call: UploadTransport['call'] = (name, input, options) => {
    const { traceparent, signal } = { ...options };
    if (traceparent) this.traces.add(traceparent);
    const { body, params, idempotencyKey: key } = { params: {}, ...input } as CallBody;
    const request = { body, params, idempotencyKey: key, key, signal };
    const calls: Partial<Record<string, () => Promise<unknown>>> = {
      addElement: () => this.#makeFolder(request),
      listFolder: async () => ({ folderId: `id:${body.url}` }),
      startUpload: () => this.#start(request),
      listUploads: () => this.#take('unfinished', '', 'all').then(() => ({ uploads: this.begun })),
      renewUpload: () => this.#take('renew', '', body.grant).then(() => ({ grant: body.grant })),
      startParts: () => this.#openParts(request),
      completeParts: () => this.#completeParts(request),
      abortParts: () => this.#take('abortParts', key, params.uploadId ?? ''),
      admitUploads: () => this.#admit(request),
    };
    return (calls[name] as () => Promise<never>)();
  };

  readonly put: UploadTransport['put'] = async ({ to, bytes, headers, traceparent, ...sending }: Put) => {
    if (traceparent) this.traces.add(traceparent);
    const key = headers['idempotency-key'] ?? '';
    if (to === 'sendBundle') return { body: await this.#sendBundle(bytes, key, sending), etag: null };
    if (to !== 'sendBytes') return { body: null, etag: await this.#sendPart(to.part, bytes, sending) };
    const grant = headers['upload-grant'] ?? '';
    sending.onProgress(bytes.size / 2);
    await this.#take('sendBytes', key, this.#upload(grant).name, sending.signal);
    sending.onProgress(bytes.size);
    return { body: this.#finished(grant), etag: null };
  };

  async #makeFolder({ body, key }: Request): Promise<unknown> {
    const { url: above, folderId, obj, number } = body;
    const url = `${above}${obj.linkname}${number === undefined ? '' : ` (${number})`}/`;
    await this.#take('makeFolder', key, url);
    if (this.folders.has(url)) throw refusal(409, 'name.exists');
    this.folders.add(url);
    return { docs: element({ linkname: obj.linkname, _id: `id:${url}`, folderId }) };
  }

  async #start({ body: { files, conflict }, key }: Request): Promise<Answer<'startUpload'>> {
    await this.#take('start', key, files.map(({ name }) => name).join());
    const warnings: Warning[] = [];
    const docs = files.flatMap(({ name, size }, index) => {
      const message = this.refuseNames[name];
      if (message && conflict === undefined) {
        warnings.push({ index, name, code: 'name.exists', message });
        return [];
      }
      const uploadId = `u${this.#uploads.size + 1}`;
      this.#uploads.set(uploadId, { name, size, parts: new Map() });
      const how = size > limits.maxSingleRequestBytes ? ('parts' as const) : ('single' as const);
      const given = message && conflict === 'number' ? `${name} (2)` : name;
      return [{ index, uploadId, name: given, grant: uploadId, how }];
    });
    return { docs, warnings };
  }

  /** Executes a call once under its key, as the server does. */
  async #sendBundle(bundle: Blob, key: string, { signal }: Sending): Promise<AdmitAnswer> {
    const [head = '', bytes = ''] = (await bundle.text()).split('\n');
    const { folderId, files } = JSON.parse(head) as {
      folderId: string;
      files: { name: string; size: number }[];
    };
    const names = files.map(({ name }) => name);
    const known = this.#bundles.get(key) ?? this.#made(folderId, names);
    if (this.loseAnswers) this.#bundles.set(key, known);
    await this.#take('sendBundle', key, names.join(), signal);
    this.bundledBytes.push(bytes.length);
    this.#bundles.set(key, known);
    return known;
  }

  async #openParts({ body: { grant, confirmed }, key, signal }: Request): Promise<Answer<'startParts'>> {
    await this.#take('openParts', key, grant, signal);
    this.confirmed = confirmed;
    const { size, parts } = this.#upload(grant);
    const partCount = Math.ceil(size / limits.partBytes);
    // As with an object store: what was not confirmed to the sender does not count.
    const received = confirmed
      .filter(({ partNumber, etag }) => parts.get(partNumber) === etag)
      .map((part) => ({ ...part, size: limits.partBytes }));
    const here = new Set(received.map(({ partNumber }) => partNumber));
    const numbers = Array.from({ length: partCount }, (_, index) => index + 1).filter(
      (number) => !here.has(number),
    );
    return {
      uploadId: grant,
      partBytes: limits.partBytes,
      partCount,
      received,
      urls: numbers.map((partNumber) => ({ partNumber, url: `${grant}/${partNumber}` })),
    };
  }

  async #sendPart(url: string, bytes: Blob, { signal, onProgress }: Sending): Promise<string> {
    const [grant = '', number = ''] = url.split('/');
    onProgress(bytes.size / 2);
    await this.#take('sendPart', '', number, signal);
    this.#upload(grant).parts.set(Number(number), `etag-${number}`);
    onProgress(bytes.size);
    return `etag-${number}`;
  }

  async #completeParts({ body: { parts }, params, key, signal }: Request): Promise<unknown> {
    const named = parts.map(({ partNumber, etag }) => `${partNumber}:${etag}`);
    await this.#take('completeParts', key, named.join(), signal);
    return this.#finished(params.uploadId ?? '');
  }

  bring: UploadTransport['bring'] = async (_, { name }, key, { signal, onProgress }) => {
    onProgress(5, 10);
    await this.#take('bring', key, name, signal);
    this.#uploads.set(name, { name, size: 10, parts: new Map() });
    return name;
  };

  async #admit({ body: { folderId, files }, key }: Request): Promise<AdmitAnswer> {
    const receipts = files.map(({ receipt }) => receipt ?? '');
    await this.#take('admit', key, receipts.join());
    const names = receipts.map((receipt) => this.#upload(receipt).name);
    return this.#made(folderId, names);
  }

  #made(folderId: string, names: readonly string[]): AdmitAnswer {
    const warnings = names.flatMap((name, index): Warning[] => {
      const message = this.refuseAdmission[name];
      return message ? [{ index, name, code: 'name.exists', message }] : [];
    });
    const fine = names.flatMap((name, index) => (this.refuseAdmission[name] ? [] : [{ name, index }]));
    const versionsOf = (name: string) => (this.refuseNames[name] ? { versions: 1 } : {});
    const ops = fine.map(({ name }) => file(name, { _id: `e-${name}`, folderId, ...versionsOf(name) }));
    this.admitted.push(fine.map(({ name }) => name));
    this.admittedTo.push(...fine.map(({ name }) => `${folderId} ${name}`));
    const insertedIds = Object.fromEntries(fine.map(({ name, index }) => [String(index), `e-${name}`]));
    return { docs: { result: { ok: 1 }, ops, insertedIds }, warnings, operations: this.operations };
  }

  async #take(call: Call, key: string, detail: string, signal?: AbortSignal): Promise<void> {
    this.calls.push({ call, key, detail });
    const carriesBytes = call === 'sendBytes' || call === 'sendPart';
    if (carriesBytes) this.mostAtOnce = Math.max(this.mostAtOnce, (this.atOnce += 1));
    try {
      const aborted = new Promise<void>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      await Promise.race([this.#gates.get(call) ?? Promise.resolve(), aborted]);
      signal?.throwIfAborted();
      const planned = this.#failures.find(
        (one) => one.call === call && one.left > 0 && one.detail.test(detail),
      );
      if (planned) {
        planned.left -= 1;
        throw planned.failure;
      }
    } finally {
      if (carriesBytes) this.atOnce -= 1;
    }
  }

  #upload(grant: string): StoredUpload {
    const upload = this.#uploads.get(grant);
    if (!upload) throw refusal(400, 'upload.bad-grant');
    return upload;
  }

  #finished(uploadId: string): Answer<'completeParts'> {
    const { name, size } = this.#upload(uploadId);
    const picture = { sha256: null, width: null, height: null };
    return { receipt: uploadId, uploadId, linkurl: name, size, linktype: 'x/y', ...picture };
  }
}
