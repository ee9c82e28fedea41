import { messages } from '@skyshelf/contracts/browser';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { callApi } from '../../../shared/api/call-api.js';
import type { TargetFolder } from '../../../shared/api/target-folder.js';
import { companionCall } from './companion-call.js';
import type { RemoteFile } from './remote-file.js';
import { watchImport } from './watch-import.js';
import type { Sending } from '../upload-calls.js';

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
