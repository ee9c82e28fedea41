import { checkKey, checkPartNumber } from '../input-rules.js';
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
  /** `http(s)://host[:port]`, as this process reaches it. */
  endpoint: string;
  /** The address that browsers reach; default `endpoint`. */
  publicEndpoint?: string;
  bucket: string;
  region: string;
  credentials: CredentialSource;
  /** PEM of the only trusted authority; default: Node's. */
  authority?: string | undefined;
  /** `https://drive.example`: allowed to PUT parts, where the store keeps such rules. */
  pageOrigin?: string;
  clock?: { now(): Date };
  /** Others create bucket and rules. */
  isPrepared?: boolean;
  /** The milliseconds to wait for a silent store; default 20,000. */
  startMs?: number;
  /** The milliseconds of silence within a call; default 20,000. Joining parts may take longer. */
  idleMs?: number;
}

export interface S3Store extends ObjectStore {
  /** Running reads break off. */
  close(): Promise<void>;
}

/**
 * Creates a missing bucket unless others do. Retries lost connections and busy stores for about a second
 * where that is safe; gives a silent store up after 20 seconds.
 * @throws ObjectStoreError `unavailable` when the store does not answer or refuses; the message names the
 * setting
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
