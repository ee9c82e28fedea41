import { checkKey } from '../keys.js';
import { checkPartNumber } from '../part-rules.js';
import type { ObjectStore } from '../port.js';
import { AddressSigner } from './address-signer.js';
import { allowPage, openBucket } from './bucket.js';
import { storeError, translated } from './errors.js';
import {
  abortMultipart,
  completeMultipart,
  createMultipart,
  listMultiparts,
  listParts,
  putPart,
} from './multipart.js';
import { deleteObjects, headObject, listObjects, openObject, putObject } from './objects.js';
import type { CredentialSource } from './signing-key.js';
import { Wire } from './wire.js';

export interface S3StoreOptions {
  /** `http(s)://host[:port]` of the store, as this process reaches it. */
  endpoint: string;
  /** As browsers reach it; default `endpoint`. */
  publicEndpoint?: string;
  bucket: string;
  region: string;
  credentials: CredentialSource;
  /** The certificate of the one authority that is believed, PEM; default: those that Node trusts. */
  authority?: string | undefined;
  /** Where the page comes from (`https://drive.example`): it gets leave to PUT parts, where the store keeps such rules. */
  pageOrigin?: string;
  /** For the time in signed addresses; the system's unless given. */
  clock?: { now(): Date };
  /** The bucket and its rules are made by others. */
  isPrepared?: boolean;
  /** How long the start waits for a store that does not answer yet, milliseconds; default 20,000. */
  startMs?: number;
  /** How long the store may keep still in the middle of a call, milliseconds; default 20,000. Joining parts may take longer. */
  idleMs?: number;
}

/** An object store behind the S3 API. */
export interface S3Store extends ObjectStore {
  /** Closes its connections; what is being read breaks off. */
  close(): Promise<void>;
}

/**
 * Opens a bucket of an S3 store; makes it when it is missing, unless others do that. A lost connection or a busy store is tried again for about a second where that is
 * safe, a store that keeps still is given up after 20 seconds: then calls fail with `unavailable`.
 * @throws ObjectStoreError `unavailable` when the store does not answer, refuses the keys or the bucket; the message names the setting
 */
export async function createS3Store(options: S3StoreOptions): Promise<S3Store> {
  const { pageOrigin, startMs, isPrepared = false } = options;
  const wire = new Wire(options);
  try {
    await translated(async () => {
      await openBucket(wire, options, { startMs, makes: !isPrepared });
      if (pageOrigin !== undefined && !isPrepared) await allowPage(wire, pageOrigin);
    });
  } catch (error) {
    wire.close();
    throw error;
  }
  return {
    ...addressesOf(options),
    put: (key, body, given = {}) =>
      translated(async () => (checkKey(key), putObject(wire, key, body, given))),
    get: (key, range) => translated(async () => (checkKey(key), openObject(wire, key, range))),
    head: (key) => translated(async () => (checkKey(key), headObject(wire, key))),
    delete: (keys) => translated(async () => (keys.forEach(checkKey), deleteObjects(wire, keys))),
    list: (given = {}) => translatedList(listObjects(wire, given)),

    createMultipart: (key) => translated(async () => (checkKey(key), createMultipart(wire, key))),
    putPart: (key, id, partNumber, body, size) =>
      translated(async () => (checkKey(key), putPart(wire, { key, id, partNumber }, body, size))),
    listParts: (key, id) => translated(async () => (checkKey(key), listParts(wire, key, id))),
    completeMultipart: (key, id, parts) =>
      translated(async () => (checkKey(key), completeMultipart(wire, key, id, parts))),
    abortMultipart: (key, id) => translated(async () => (checkKey(key), abortMultipart(wire, key, id))),
    listMultiparts: () => translatedList(listMultiparts(wire)),

    close: async () => wire.close(),
  };
}

/** What is signed for browsers; the store is not asked. */
function addressesOf(options: S3StoreOptions): Pick<ObjectStore, 'presignGet' | 'presignPart'> {
  const { publicEndpoint: endpoint = options.endpoint, clock } = options;
  const signer = new AddressSigner({ ...options, endpoint }, () => clock?.now() ?? new Date());
  return {
    presignGet: async (key, expiresInMs, presented) => {
      checkKey(key);
      return signer.read({ key, expiresInMs, ...presented });
    },
    presignPart: async (key, id, partNumber, expiresInMs, size) => {
      checkKey(key);
      checkPartNumber(partNumber);
      return signer.part({ key, id, partNumber, expiresInMs, size });
    },
  };
}

async function* translatedList<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list;
  } catch (error) {
    throw storeError(error);
  }
}
