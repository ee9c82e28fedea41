import { messages } from '@skyshelf/contracts/browser';
import { ApiFailure, toApiError } from '../../../shared/api/api-error.js';
import { callApi } from '../../../shared/api/call-api.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { currentSession } from '../../../shared/session/current-session.js';
import { watchImport } from './watch-import.js';
import type { RemoteFile, Sending } from '../upload-calls.js';

/**
 * Answers the receipt.
 * @throws {ApiFailure} the server's
 */
export async function bringFile(
  targetFolder: TargetFolder,
  { name, size, type, source, path, body, headers }: RemoteFile,
  idempotencyKey: string,
  watching: Sending,
): Promise<string> {
  const file = { name, size, type, source };
  const { leave, warnings } = await callApi(
    'startImport',
    { body: { ...targetFolder, file }, idempotencyKey },
    { inBackground: true, signal: watching.signal },
  );
  if (!leave) {
    const message = warnings[0]?.message ?? messages.uploadFailed;
    throw new ApiFailure({ status: 400, code: 'upload.failed', message });
  }
  const asked = await companionCall(path, { ...body, headers: { 'Import-Grant': leave.grant } }, headers);
  watching.signal.throwIfAborted();
  if (typeof asked.token !== 'string')
    throw new ApiFailure({ status: 400, code: 'upload.failed', message: messages.uploadFailed });
  return watchImport(asked.token, watching);
}

/** @throws {ApiFailure} */
export async function companionCall(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`/companion/${path}`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${currentSession()?.accessToken ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiFailure({ status: 0, code: 'offline', message: 'The server cannot be reached.' });
  });
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiFailure(toApiError(answer.status, said));
  return typeof said === 'object' && said !== null ? { ...said } : {};
}
