import { type Answer, limits } from '@skyshelf/contracts/browser';
import { useEffect, useRef, useState } from 'react';
import { Button, FileButton, Progress } from '@mantine/core';
import { ApiFailure } from '../../../../shared/api/api-error.js';
import { callApi } from '../../../../shared/api/call-api.js';
import { newKey } from '../../../../shared/api/call-input.js';
import type { TargetFolder } from '../../../../shared/listings/listing.js';
import { bookmarksTexts as words } from '../../../../shared/messages/bookmarks-texts.js';
import { text } from '../../../../shared/messages/en.js';
import { logError } from '../../../../shared/log-error.js';
import { uploadOne } from '../../../uploads/public.js';
import { useAppDispatch } from '../../../../shared/store/store.js';
import { toast } from '../../../../shared/toasts/toasts-slice.js';
import { startDownload } from '../../../../shared/files/start-download.js';
import { DialogFrame } from '../../../../shared/dialogs/dialog-frame.js';
import { FormButtons } from '../element-form.js';
import css from '../dialogs.module.css';

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
  logError('Bookmarks could not be imported', failure);
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
    if (file.size > limits.maxBookmarksBytes) return setState({ step: 'choose', problem: words.tooLarge });
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
      logError('An import could not be cancelled', failure),
    );
  };
  return { state, choose, cancel };
};

const Choose = ({ problem, choose }: { problem: string | null; choose: (file: File | null) => void }) => (
  <>
    <p className={css.question}>{words.text}</p>
    {problem !== null && (
      <p className={css.note} role="alert">
        {problem}
      </p>
    )}
    <FormButtons>
      <FileButton onChange={choose} accept=".html,.htm,text/html" inputProps={{ 'aria-label': words.choose }}>
        {(props) => (
          <Button {...props} data-autofocus>
            {words.choose}
          </Button>
        )}
      </FileButton>
    </FormButtons>
  </>
);

const Underway = ({ title, percent, cancel }: { title: string; percent: number; cancel: () => void }) => (
  <>
    <p className={css.question}>{title}</p>
    <Progress value={percent} aria-label={title} />
    <FormButtons>
      <Button variant="quiet" onClick={cancel}>
        {words.cancel}
      </Button>
    </FormButtons>
  </>
);

const Over = ({
  over: { process, result },
  close,
}: {
  over: Extract<ImportState, { step: 'over' }>;
  close: () => void;
}) => {
  const { state, links, folders, present, refused } = result;
  const ended = state === 'done' || state === 'running' ? null : words.states[state];
  const list = `/api/bookmarks/refused?process=${encodeURIComponent(process)}`;
  return (
    <>
      <div className={css.question} role="status">
        {ended !== null && <p>{ended}</p>}
        {state !== 'cancelled' && <p>{words.done(links, folders)}</p>}
        {state !== 'cancelled' && present > 0 && <p>{words.present(present)}</p>}
        {state !== 'cancelled' && refused > 0 && <p>{words.refused(refused)}</p>}
      </div>
      <FormButtons>
        {state !== 'cancelled' && refused > 0 && (
          <Button variant="quiet" mr="auto" onClick={() => void startDownload(list)}>
            {words.refusedList}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {words.close}
        </Button>
      </FormButtons>
    </>
  );
};

/** Closed early, the import goes on in the dock. */
const ImportBookmarksDialog = ({
  targetFolder,
  close,
}: {
  targetFolder: TargetFolder;
  close: () => void;
}) => {
  const { state, choose, cancel } = useImport(targetFolder);
  const dispatch = useAppDispatch();
  const leave = (): void => {
    if (state.step === 'importing') dispatch(toast.info(words.goesOn));
    close();
  };
  return (
    <DialogFrame title={words.title} close={leave}>
      {state.step === 'choose' && <Choose problem={state.problem} choose={choose} />}
      {state.step === 'uploading' && (
        <Underway title={words.uploading(state.name)} percent={state.percent} cancel={cancel} />
      )}
      {state.step === 'importing' && (
        <Underway title={words.importing} percent={state.percent} cancel={cancel} />
      )}
      {state.step === 'over' && <Over over={state} close={close} />}
    </DialogFrame>
  );
};

export default ImportBookmarksDialog;
