import type { ElementView } from '@skyshelf/contracts/browser';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import { httpTransport } from './http-transport.js';
import { BUNDLED_BYTES, type Sending } from './upload-port.js';
import { UploadEngine } from './upload-engine.js';
import { environment } from './uploads.js';

const nothing = (): void => undefined;

/**
 * Uploads one file apart from the queue, for what goes on with it; a taken name is numbered.
 * @throws {ApiFailure} in the server's words
 */
export const uploadOne = (
  targetFolder: TargetFolder,
  file: File,
  { signal, onProgress }: Sending,
): Promise<ElementView> =>
  new Promise((resolve, reject) => {
    const notices = { warned: nothing, fileFailed: nothing, batchFailed: nothing, replaces: nothing };
    const groups = { groupBegan: nothing, groupArrived: nothing };
    const engine = new UploadEngine({
      ...{ transport: httpTransport, byteRequests: 3, bundledBytes: BUNDLED_BYTES },
      environment: { ...environment, beginTrace: () => null },
      notices: { ...notices, ...groups, admitted: ([element]) => element && resolve(element) },
    });
    signal.addEventListener('abort', () => {
      engine.stop();
      reject(signal.reason as Error);
    });
    engine.list.subscribe((id) => {
      const { message, sent } = engine.list.get(id) ?? {};
      onProgress(sent ?? 0);
      if (message) reject(new ApiFailure({ status: 400, code: 'upload.failed', message }));
    });
    engine.addTo(engine.openGroup(), targetFolder, [{ file, ifTaken: 'keep-both' }]);
  });
