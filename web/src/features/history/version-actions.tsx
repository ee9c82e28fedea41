import { Button } from '@mantine/core';
import { messages, type ElementView } from '@skyshelf/contracts/browser';
import { type KeyboardEvent, useState } from 'react';
import { isApiError } from '../../shared/api/api-error.js';
import { startDownload } from '../../shared/files/start-download.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { historyTexts as text } from '../../shared/messages/history-texts.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { remember } from '../undo/public.js';
import { KeepForm } from './keep-form.js';
import { shownVersion } from './version-element.js';
import {
  useDropVersionMutation,
  useKeepVersionMutation,
  useRestoreVersionMutation,
  type Version,
} from './versions-api.js';
import css from './history.module.css';

interface VersionActionsProps {
  file: ElementView;
  version: Version;
  compares: boolean;
  compare: () => void;
  changed: () => void;
  /** A question is answered. */
  done: () => void;
}

/** Answers whether the server has done each. */
function useCommands({ file, version: { version, current, date }, changed }: VersionActionsProps) {
  const dispatch = useAppDispatch();
  const [restore, restoring] = useRestoreVersionMutation();
  const [keep, keeping] = useKeepVersionMutation();
  const [drop, dropping] = useDropVersionMutation();
  const about = { id: file._id, version };
  const failed = (error: unknown): false => {
    dispatch(toast.error(isApiError(error) ? error.message : messages.someError));
    changed();
    return false;
  };
  return {
    isBusy: restoring.isLoading || keeping.isLoading || dropping.isLoading,
    restore: async (): Promise<boolean> => {
      const { data, error } = await restore(about);
      if (!data) return failed(error);
      dispatch(applyChanges({ elements: [data.docs.element], removed: [] }));
      dispatch(toast.success(text.restored(file.linkname, date), dispatch(remember([data.operation]))));
      return true;
    },
    keep: async (name: string | null): Promise<boolean> => {
      const { data, error } = await keep({ ...about, name });
      if (!data) return failed(error);
      dispatch(toast.success(name === null ? text.notKept : text.keptAs(data.docs.name ?? name)));
      changed();
      return true;
    },
    drop: async (): Promise<boolean> => {
      const { data, error } = await drop(about);
      if (!data) return failed(error);
      dispatch(toast.success(text.deleted));
      changed();
      return true;
    },
    isFixed: current,
  };
}

export const VersionActions = (props: VersionActionsProps) => {
  const { file, version, compares, compare, done } = props;
  const [asking, setAsking] = useState<'name' | 'delete' | null>(null);
  const commands = useCommands(props);
  const { current, name } = version;
  const leave = (): void => {
    setAsking(null);
    done();
  };
  const after = (command: Promise<boolean>): void => void command.then((isDone) => isDone && leave());
  const { element, files } = shownVersion(file, version);
  const download = element.linkurl === null ? null : files.download([element.linkurl]);
  if (asking === 'delete')
    return <Question no={leave} yes={() => after(commands.drop())} isBusy={commands.isBusy} />;
  if (asking === 'name')
    return (
      <KeepForm name={name} isBusy={commands.isBusy} leave={leave} keep={(to) => after(commands.keep(to))} />
    );
  return (
    <div className={css.actions}>
      <Button disabled={current || commands.isBusy} onClick={() => after(commands.restore())}>
        {text.restore}
      </Button>
      <Button variant="quiet" disabled={current} aria-pressed={compares} onClick={compare}>
        {text.compare}
      </Button>
      <Button
        variant="quiet"
        disabled={download === null}
        onClick={() => download !== null && void startDownload(download)}
      >
        {text.download}
      </Button>
      <Button variant="quiet" onClick={() => setAsking('name')}>
        {name === null ? text.keep : text.kept}
      </Button>
      <Button variant="quiet" disabled={current} onClick={() => setAsking('delete')}>
        {text.delete}
      </Button>
    </div>
  );
};

interface QuestionProps {
  no: () => void;
  yes: () => void;
  isBusy: boolean;
}

/** The dialog itself hears Escape only where it is not marked. */
const Question = ({ no, yes, isBusy }: QuestionProps) => {
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') no();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape says no
    <div className={css.actions} role="group" aria-label={text.askDelete} onKeyDown={onKeyDown}>
      <p>{text.askDelete}</p>
      <Button
        variant="quiet"
        ref={(button) => button?.focus()}
        data-mantine-stop-propagation="true"
        onClick={no}
      >
        {text.no}
      </Button>
      <Button variant="danger" loading={isBusy} data-mantine-stop-propagation="true" onClick={yes}>
        {text.yes}
      </Button>
    </div>
  );
};
