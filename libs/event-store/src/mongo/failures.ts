import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerSelectionError,
} from 'mongodb';
import { OperationExists, UniqueViolation } from '../drive-storage.js';
import { OPERATION_INDEX } from './collections.js';
import { StaleDrive } from './fence.js';

const DUPLICATE_KEY = 11000;
const WRITE_CONFLICT = 112;
/** Another process took the transaction for abandoned. The server gives this error no label. */
const INTERRUPTED = 11601;
/** Ended, but no majority has confirmed that yet: then the server gives no label. */
const NO_SUCH_TRANSACTION = 251;
const connectionErrors = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
];

/** A bulk write wraps whatever ended it. */
const causeOf = (error: MongoError): unknown =>
  error instanceof MongoBulkWriteError ? error.errorResponse : error;

const isLost = (error: MongoError): boolean => {
  const cause = causeOf(error);
  return connectionErrors.some((kind) => cause instanceof kind);
};

/** The server has just ended the connection: the command was never sent. */
const isEndedSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';

const isInterrupted = (error: MongoError): boolean => {
  const cause = causeOf(error);
  return error.code === INTERRUPTED || (cause instanceof MongoError && cause.code === INTERRUPTED);
};

/** Another process writes the same drive. */
export const isConflict = (error: unknown): boolean =>
  error instanceof StaleDrive || (error instanceof MongoError && error.code === WRITE_CONFLICT);

export const isTransient = (error: unknown): boolean =>
  isConflict(error) ||
  isEndedSocket(error) ||
  (error instanceof MongoError &&
    (error.hasErrorLabel('TransientTransactionError') || isInterrupted(error) || isLost(error)));

/** The commit's answer was lost: sending it again tells. */
export const isUnknownCommit = (error: unknown): boolean =>
  isEndedSocket(error) ||
  (error instanceof MongoError &&
    (error.hasErrorLabel('UnknownTransactionCommitResult') ||
      error.code === NO_SUCH_TRANSACTION ||
      isInterrupted(error) ||
      isLost(error)) &&
    !error.hasErrorLabel('TransientTransactionError'));

/** Example: `… collection: db.events index: operation dup key: …` */
function duplicateOf(error: unknown): { collection: string; index: string } | null {
  if (!(error instanceof MongoError) || error.code !== DUPLICATE_KEY) return null;
  const [, collection = '', index = ''] =
    /collection: [^.\s]+\.(\S+) index: (.+?) dup key/u.exec(error.message) ?? [];
  return { collection, index };
}

export const isDriveDuplicate = (error: unknown): boolean => duplicateOf(error)?.collection === 'drives';

export function meaningOf(error: unknown): unknown {
  const duplicate = duplicateOf(error);
  if (duplicate?.collection === 'events' && duplicate.index === OPERATION_INDEX)
    return new OperationExists(undefined, { cause: error });
  if (duplicate?.collection === 'elements' && duplicate.index.startsWith('unique:')) {
    return new UniqueViolation(`Two rows share a key: ${duplicate.index}.`, { cause: error });
  }
  return error;
}
