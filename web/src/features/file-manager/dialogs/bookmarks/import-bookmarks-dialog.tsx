import { Button, FileButton, Progress } from '@mantine/core';
import type { TargetFolder } from '../../../../shared/listings/listing.js';
import { text } from '../../../../shared/messages/en.js';
import { useAppDispatch } from '../../../../shared/store/store.js';
import { toast } from '../../../../shared/toasts/toasts-slice.js';
import { startDownload } from '../../../../shared/files/start-download.js';
import { DialogFrame } from '../../../../shared/dialogs/dialog-frame.js';
import css from '../dialogs.module.css';
import { FormButtons } from '../element-form.js';
import { useImport, type ImportState } from './use-import.js';

const words = text.bookmarks;

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
