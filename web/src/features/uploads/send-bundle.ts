import { ApiFailure, isPassing } from '../../shared/api/api-error.js';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import type { Slots } from './slots.js';
import { Tries } from './tries.js';
import type { AdmitAnswer, FileToStart, UploadEnvironment, UploadTransport } from './upload-port.js';

export type BundledFile = FileToStart & { file: Blob };

interface BundleJob {
  targetFolder: TargetFolder;
  files: readonly BundledFile[];
  key: string;
}

interface SendDeps {
  transport: UploadTransport;
  environment: UploadEnvironment;
  slots: Slots;
}

/** It is not stopped in the middle: which of its files have come would be open. */
const toTheEnd = new AbortController().signal;

/**
 * Sends small files in one call until the server has answered; passing failures are tried again under the same key, with growing pauses.
 * @throws {ApiFailure} when the server refuses, or after eight tries
 */
export const sendBundle = async (
  { transport, environment, slots }: SendDeps,
  { targetFolder, files, key }: BundleJob,
): Promise<AdmitAnswer> => {
  const head = JSON.stringify({
    ...targetFolder,
    files: files.map(({ file: _, ...about }) => about),
  });
  const bytes = new Blob([head, '\n', ...files.map(({ file }) => file)]);
  const tries = new Tries(environment);
  for (;;) {
    try {
      return await slots.run(
        () => transport.sendBundle(bytes, key, { signal: toTheEnd, onProgress: () => undefined }),
        toTheEnd,
      );
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !isPassing(failure.error)) throw failure;
      await tries.waitAfter(failure, toTheEnd);
    }
  }
};
