import { Loader } from '@mantine/core';
import type { ElementView } from '@skyshelf/contracts/browser';
import { Suspense, useEffect, useRef, useState } from 'react';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import { ListEnd } from '../../shared/listings/list-parts.js';
import { useListedElement } from '../../shared/listings/listing-cache.js';
import { historyTexts as text } from '../../shared/messages/history-texts.js';
import { FileView } from '../windows/public.js';
import { Comparison } from './comparison.js';
import { VersionActions } from './version-actions.js';
import { shownVersion } from './version-element.js';
import { VersionList } from './version-list.js';
import { useListVersionsQuery, type Version } from './versions-api.js';
import css from './history.module.css';

interface HistoryDialogProps {
  element: ElementView;
  close: () => void;
}

const HistoryDialog = ({ element: given, close }: HistoryDialogProps) => {
  const file = useListedElement(given);
  const asked = { id: file._id, address: file.linkurl };
  const { data, isError, refetch } = useListVersionsQuery(asked, { refetchOnMountOrArgChange: true });
  return (
    <DialogFrame title={text.title(file.linkname)} close={close} width={1180}>
      {data ? (
        <Panel file={file} versions={data.docs} changed={() => void refetch()} />
      ) : isError ? (
        <ListEnd words={text} isError reload={refetch} />
      ) : (
        <div className={css.none}>
          <Loader size="sm" role="status" aria-label={text.loading} />
        </div>
      )}
    </DialogFrame>
  );
};

export default HistoryDialog;

interface PanelProps {
  file: ElementView;
  versions: readonly Version[];
  changed: () => void;
}

const Panel = ({ file, versions, changed }: PanelProps) => {
  const [chosen, choose] = useState<string | null>(null);
  const [compares, setCompares] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const focusList = (): void => list.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
  useEffect(focusList, []);
  const current = versions.find((each) => each.current);
  const version = versions.find((each) => each.version === chosen) ?? current;
  if (!version || !current) return <p className={css.none}>{text.unavailable}</p>;
  const isCompared = compares && !version.current;
  return (
    <div className={css.panel}>
      <VersionList ref={list} versions={versions} chosen={version.version} choose={choose} />
      <section className={css.side} aria-label={text.versionOf(version)}>
        <VersionActions
          key={version.version}
          file={file}
          version={version}
          compares={isCompared}
          compare={() => setCompares(!isCompared)}
          changed={changed}
          // What had the focus is gone.
          done={focusList}
        />
        {isCompared ? (
          <Comparison file={file} version={version} current={current} />
        ) : (
          <div className={css.shown}>
            <Suspense>
              <FileView {...shownVersion(file, version)} />
            </Suspense>
          </div>
        )}
      </section>
    </div>
  );
};
