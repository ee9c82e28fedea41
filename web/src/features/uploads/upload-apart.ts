import type { ElementView } from '@skyshelf/contracts/browser';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { TargetFolder } from '../../shared/listings/listing.js';
import type { Sending } from './machine/upload.js';
import { UploadEngine } from './upload-engine.js';
import { BUNDLED_BYTES, type UploadDeps } from './upload-port.js';

const nothing = (): void => undefined;

interface UploadApart extends Sending {
  targetFolder: TargetFolder;
  file: File;
}

/**
 * Sends a file that never stands in the queue; a taken name is numbered.
 * @throws {ApiFailure} the server's
 */
export const uploadApart = (
  { transport, environment }: Pick<UploadDeps, 'transport' | 'environment'>,
  { targetFolder, file, signal, onProgress }: UploadApart,
): Promise<ElementView> =>
  new Promise((resolve, reject) => {
    const notices = { warned: nothing, fileFailed: nothing, batchFailed: nothing, replaced: nothing };
    const groups = { groupBegan: nothing, groupArrived: nothing };
    const engine = new UploadEngine({
      transport,
      byteRequests: 3,
      bundledBytes: BUNDLED_BYTES,
      environment: { ...environment, beginTrace: () => null },
      notices: { ...notices, ...groups, admitted: ([element]) => element && resolve(element) },
    });
    signal.addEventListener('abort', () => {
      engine.stop();
      reject(signal.reason as Error);
    });
    engine.list.subscribe((id) => {
      const { message, sent = 0 } = engine.list.get(id) ?? {};
      onProgress(sent);
      if (message) reject(new ApiFailure({ status: 400, code: 'upload.failed', message }));
    });
    engine.addTo(engine.openGroup(), targetFolder, [{ file, ifTaken: 'keep-both' }]);
  });
