import { type Answer, limits } from '@skyshelf/contracts/browser';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../../../shared/api/api-error.js';
import { callApi } from '../../../../shared/api/call-api.js';
import { newKey } from '../../../../shared/api/call-input.js';
import type { TargetFolder } from '../../../../shared/listings/listing.js';
import { text } from '../../../../shared/messages/en.js';
import { report } from '../../../../shared/report.js';
import { uploadOne } from '../../../uploads/public.js';

type Result = Answer<'importedBookmarks'>;

export type ImportState =
  | { step: 'choose'; problem: string | null }
  | { step: 'uploading'; name: string; percent: number }
  | { step: 'importing'; process: string; percent: number }
  | { step: 'over'; process: string; result: Result };

const LOOK_MS = 700;

const percentOf = (done: number, total: number): number =>
  total === 0 ? 100 : Math.min(100, Math.round((done / total) * 100));

const dealtWith = ({ folders, links, present, refused }: Result): number =>
  folders + links + present + refused;

const wordsOf = (failure: unknown): string => {
  report('Bookmarks could not be imported', failure);
  return failure instanceof ApiFailure ? failure.message : text.dialogs.someError;
};

const follow = async (
  process: string,
  total: number,
  signal: AbortSignal,
  show: (state: ImportState) => void,
): Promise<void> => {
  while (!signal.aborted) {
    const result = await callApi('importedBookmarks', { query: { process } }, { signal, tries: 5 });
    if (result.state !== 'running') return show({ step: 'over', process, result });
    show({ step: 'importing', process, percent: percentOf(dealtWith(result), total) });
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
};

export const useImport = (
  targetFolder: TargetFolder,
): { state: ImportState; choose: (file: File | null) => void; cancel: () => void } => {
  const [state, setState] = useState<ImportState>({ step: 'choose', problem: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (file: File, signal: AbortSignal): Promise<void> => {
    setState({ step: 'uploading', name: file.name, percent: 0 });
    const onProgress = (sent: number): void =>
      setState({ step: 'uploading', name: file.name, percent: percentOf(sent, file.size) });
    const { _id } = await uploadOne(targetFolder, file, { signal, onProgress });
    const body = { ...targetFolder, file: _id, discard: true };
    const begun = await callApi('importBookmarks', { body, idempotencyKey: newKey() }).catch(
      async (failure: unknown) => {
        const removal = { ...targetFolder, arr: [_id] };
        await callApi('deleteElements', { body: removal, idempotencyKey: newKey() }).catch(() => undefined);
        throw failure;
      },
    );
    await follow(begun.process, begun.folders + begun.links + begun.refused, signal, setState);
  };

  const choose = (file: File | null): void => {
    if (!file) return;
    if (file.size > limits.maxBookmarksBytes)
      return setState({ step: 'choose', problem: text.bookmarks.tooLarge });
    const stopping = new AbortController();
    running.current = stopping;
    run(file, stopping.signal).catch((failure: unknown) => {
      const problem = stopping.signal.aborted ? null : wordsOf(failure);
      setState({ step: 'choose', problem });
    });
  };

  const cancel = (): void => {
    if (state.step === 'uploading') running.current?.abort();
    if (state.step !== 'importing') return;
    const body = { process: state.process };
    callApi('cancelProcess', { body, idempotencyKey: newKey() }).catch((failure: unknown) =>
      report('An import could not be cancelled', failure),
    );
  };
  return { state, choose, cancel };
};
