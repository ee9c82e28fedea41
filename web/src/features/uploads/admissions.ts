import { limits } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../shared/api/target-folder.js';
import type { AdmitAnswer, UploadEnvironment, UploadTransport } from './upload-port.js';

export interface Admission {
  itemId: number;
  receipt: string;
  /** The upload's trace; a call for several goes with the first one's. */
  traceparent: string | undefined;
}
export interface AdmissionResult {
  admissions: readonly Admission[];
  targetFolder: TargetFolder;
  answer: AdmitAnswer | null;
  failure: unknown;
}

/** What became of files whose bytes are there, however they came. */
export type AdmissionOutcome = Pick<AdmissionResult, 'answer' | 'failure'> & {
  admissions: readonly { itemId: number }[];
};

/**
 * Admits finished uploads: at once when nothing is under way for the folder, else together with what finishes
 * in that time, up to ten in one call. So one photo does not wait and a thousand need few calls.
 */
export class Admissions {
  readonly #waiting = new Map<string, { targetFolder: TargetFolder; list: Admission[]; busy: boolean }>();

  constructor(
    private readonly transport: UploadTransport,
    private readonly environment: UploadEnvironment,
    private readonly settled: (result: AdmissionResult) => void,
  ) {}

  add(targetFolder: TargetFolder, admission: Admission): void {
    const folder = this.#waiting.get(targetFolder.folderId) ?? { targetFolder, list: [], busy: false };
    this.#waiting.set(targetFolder.folderId, folder);
    folder.list.push(admission);
    if (!folder.busy) void this.#drain(folder);
  }

  async #drain(folder: { targetFolder: TargetFolder; list: Admission[]; busy: boolean }): Promise<void> {
    folder.busy = true;
    while (folder.list.length > 0) {
      const admissions = folder.list.splice(0, limits.maxFilesPerBatch);
      const { targetFolder } = folder;
      try {
        const receipts = admissions.map(({ receipt }) => receipt);
        const answer = await this.transport
          .within(admissions[0]?.traceparent)
          .admit(targetFolder, receipts, this.environment.newKey());
        this.settled({ admissions, targetFolder, answer, failure: null });
      } catch (failure) {
        this.settled({ admissions, targetFolder, answer: null, failure });
      }
    }
    folder.busy = false;
  }
}
