import type { FinishedUpload } from '@skyshelf/contracts/browser';
import { ApiFailure, isPassing } from '../../shared/api/api-error.js';
import { Tries } from './tries.js';
import type { Slots } from './slots.js';
import type { PartsState, SentPart, UploadEnvironment, UploadTransport } from './upload-port.js';

/** Parts of one file under way at the same time. */
const PARTS_AT_ONCE = 3;

export interface SendingJob {
  bytes: Blob;
  grant: string;
  uploadId: string;
  how: 'single' | 'parts';
  /** ETags of the parts that were confirmed to us, by number: here it is noted, for the next time too. */
  confirmed: Map<number, string>;
  /** The intention of sending this file; its steps derive their keys from it. */
  key: string;
  signal: AbortSignal;
  /** Bytes of the file that are there or under way. */
  onSent: (total: number) => void;
}

interface SendDeps {
  transport: UploadTransport;
  environment: UploadEnvironment;
  /** Bounds the requests that carry bytes, over all files. */
  slots: Slots;
}

/** A file was moved, deleted or changed while it was sent. */
export class UnreadableFile extends Error {}

/** A browser says of a file that it can't read what it says of a lost connection. */
const isReadable = (bytes: Blob): Promise<boolean> =>
  bytes
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

const mayPass = (failure: unknown): boolean => failure instanceof ApiFailure && isPassing(failure.error);

const sendSingle = (deps: SendDeps, job: SendingJob): Promise<FinishedUpload> =>
  deps.slots.run(
    () =>
      deps.transport.sendBytes(job.grant, job.bytes, job.key, {
        signal: job.signal,
        onProgress: job.onSent,
      }),
    job.signal,
  );

/** Sends what is missing of an upload in parts; what has arrived before counts. */
class PartsSender {
  readonly #deps: SendDeps;
  readonly #job: SendingJob;
  readonly #etags: Map<number, string>;
  /** Bytes there or under way, by part. */
  readonly #sent = new Map<number, number>();

  constructor(deps: SendDeps, job: SendingJob) {
    this.#deps = deps;
    this.#job = job;
    this.#etags = job.confirmed;
  }

  get partsHere(): number {
    return this.#etags.size;
  }

  async run(): Promise<FinishedUpload> {
    const { transport, environment } = this.#deps;
    const { grant, key, signal, uploadId } = this.#job;
    const state = await transport.openParts(grant, this.#confirmed(), environment.newKey(), signal);
    this.#note(state);
    await this.#sendMissing(state);
    return transport.completeParts(uploadId, this.#confirmed(), `${key}-complete`, signal);
  }

  #confirmed(): SentPart[] {
    return [...this.#etags]
      .map(([partNumber, etag]) => ({ partNumber, etag }))
      .sort((a, b) => a.partNumber - b.partNumber);
  }

  /** The server's word on what has arrived replaces what we believed. */
  #note(state: PartsState): void {
    this.#etags.clear();
    this.#sent.clear();
    for (const part of state.received) {
      this.#etags.set(part.partNumber, part.etag);
      this.#sent.set(part.partNumber, part.size);
    }
    this.#report();
  }

  /** A few lanes take parts off one list; the first failure stops the others. */
  async #sendMissing(state: PartsState): Promise<void> {
    const missing = state.urls.filter(({ partNumber }) => !this.#etags.has(partNumber));
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#job.signal, stop.signal]);
    const lane = async (): Promise<void> => {
      for (let part = missing.shift(); part; part = missing.shift()) {
        await this.#sendOne(part.partNumber, part.url, state.partBytes, signal);
      }
    };
    const lanes = Array.from({ length: PARTS_AT_ONCE }, lane);
    try {
      await Promise.all(lanes);
    } catch (failure) {
      stop.abort();
      await Promise.allSettled(lanes);
      throw failure;
    }
  }

  async #sendOne(partNumber: number, url: string, partBytes: number, signal: AbortSignal): Promise<void> {
    const from = (partNumber - 1) * partBytes;
    const bytes = this.#job.bytes.slice(from, from + partBytes);
    const onProgress = (sent: number): void => {
      this.#sent.set(partNumber, sent);
      this.#report();
    };
    const { etag } = await this.#deps.slots.run(
      () => this.#deps.transport.sendPart(url, bytes, { signal, onProgress }),
      signal,
    );
    this.#etags.set(partNumber, etag);
    onProgress(bytes.size);
  }

  #report(): void {
    this.#job.onSent([...this.#sent.values()].reduce((sum, bytes) => sum + bytes, 0));
  }
}

/**
 * Sends the bytes of a file under its grant until the server has confirmed all of them. Passing failures (no answer,
 * busy) are tried again with growing pauses; an upload in parts goes on where it stopped and asks for fresh addresses.
 * @throws {ApiFailure} when the server refuses, or after eight tries without progress
 * @throws {UnreadableFile}
 */
export const sendFile = async (deps: SendDeps, job: SendingJob): Promise<FinishedUpload> => {
  const parts = job.how === 'parts' ? new PartsSender(deps, job) : null;
  const tries = new Tries(deps.environment);
  for (;;) {
    const before = parts?.partsHere ?? 0;
    try {
      return await (parts ? parts.run() : sendSingle(deps, job));
    } catch (failure) {
      const progressed = (parts?.partsHere ?? 0) > before;
      // The address of a part runs out after a while: with progress made, a refusal deserves fresh addresses.
      const worthwhile = mayPass(failure) || (progressed && failure instanceof ApiFailure);
      if (job.signal.aborted || !worthwhile) throw failure;
      if (!(await isReadable(job.bytes))) throw new UnreadableFile();
      if (progressed) tries.startAgain();
      await tries.waitAfter(failure, job.signal);
      job.signal.throwIfAborted();
    }
  }
};
