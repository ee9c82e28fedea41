import { messages, type ElementView } from '@skyshelf/contracts/browser';
import { ApiFailure } from '../../shared/api/api-error.js';
import { newKey } from '../../shared/api/idempotency-key.js';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import { httpTransport } from './http-transport.js';
import { sendFile } from './send-file.js';
import { Slots } from './slots.js';
import type { Sending } from './upload-port.js';
import { environment } from './uploads.js';

const SLOTS = 3;

const failure = (message: string = messages.uploadFailed): ApiFailure =>
  new ApiFailure({ status: 400, code: 'upload.failed', message });

/**
 * Uploads one file apart from the queue, for what goes on with it; a taken name is numbered.
 * @throws {ApiFailure} in the server's words
 */
export const uploadOne = async (
  targetFolder: TargetFolder,
  file: File,
  { signal, onProgress }: Sending,
): Promise<ElementView> => {
  const { name, size, type } = file;
  const { docs, warnings } = await httpTransport.start(
    targetFolder,
    [{ name, size, type }],
    newKey(),
    'number',
  );
  const [leave] = docs;
  if (!leave) throw failure(warnings[0]?.message);
  const { grant, uploadId, how } = leave;
  const finished = await sendFile(
    { transport: httpTransport, environment, slots: new Slots(SLOTS) },
    {
      ...{ bytes: file, grant, uploadId, how, signal, onSent: onProgress },
      ...{ confirmed: environment.confirmedParts(uploadId), key: newKey() },
    },
  );
  const admitted = await httpTransport.admit(targetFolder, [finished.receipt], newKey());
  const [element] = admitted.docs.ops;
  if (!element) throw failure(admitted.warnings[0]?.message);
  return element;
};
