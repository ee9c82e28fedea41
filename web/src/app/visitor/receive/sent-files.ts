import { limits } from '@skyshelf/contracts/browser';
import { useSyncExternalStore } from 'react';
import { newKey } from '../../../shared/api/call-input.js';
import { callApi } from '../../../shared/api/call-api.js';

export interface SentFile {
  uploadId: string;
  link: string;
  /** It has the folders that it was in. */
  name: string;
  size: number;
  /** Unit: milliseconds since the epoch. */
  at: number;
}

const KEY = 'skyshelf:sent';

const isSent = (value: unknown): value is SentFile =>
  typeof value === 'object' && value !== null && 'uploadId' in value && 'link' in value && 'at' in value;

const read = (): SentFile[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSent) : [];
  } catch {
    return [];
  }
};

/** The server knows a visitor for as long as a visit lasts. */
const write = (files: readonly SentFile[]): void => {
  const now = Date.now();
  try {
    localStorage.setItem(KEY, JSON.stringify(files.filter(({ at }) => now - at < limits.visitMs)));
  } catch {
    // No room: after a reload these are not listed.
  }
};

/** The files that this browser has sent by a link: it knows their names, and the server says which have arrived. */
export class SentFiles {
  #arrived: readonly SentFile[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(private readonly link: string) {}

  readonly arrived = (): readonly SentFile[] => this.#arrived;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  begun(files: readonly Pick<SentFile, 'uploadId' | 'name' | 'size'>[]): void {
    const at = Date.now();
    write([...read(), ...files.map((each) => ({ ...each, link: this.link, at }))]);
  }

  /** Gives up what was begun, so that its room is free again. */
  async giveUp(uploads: readonly string[]): Promise<void> {
    write(read().filter(({ uploadId }) => !uploads.includes(uploadId)));
    await inChunks(uploads, (some) =>
      callApi('cancelDrops', { body: { uploads: some }, idempotencyKey: newKey() }, { tries: 3 }),
    );
  }

  /** Asks what has arrived; without an answer it stays as it was. */
  async refresh(): Promise<void> {
    const own = read().filter(({ link }) => link === this.link);
    const ids = own.map(({ uploadId }) => uploadId);
    const received = new Set<string>();
    const isAnswered = await inChunks(ids, async (uploads) => {
      const { docs } = await callApi('readDrops', { body: { uploads } });
      for (const { uploadId, state } of docs) if (state === 'received') received.add(uploadId);
    });
    if (!isAnswered) return;
    this.#arrived = own.filter(({ uploadId }) => received.has(uploadId)).toReversed();
    for (const listener of this.#listeners) listener();
  }
}

const inChunks = async (
  ids: readonly string[],
  ask: (some: string[]) => Promise<unknown>,
): Promise<boolean> => {
  try {
    for (let at = 0; at < ids.length; at += limits.maxIdsPerCommand)
      await ask(ids.slice(at, at + limits.maxIdsPerCommand));
    return true;
  } catch {
    return false;
  }
};

export const useArrived = (sent: SentFiles): readonly SentFile[] =>
  useSyncExternalStore(sent.subscribe, sent.arrived);
