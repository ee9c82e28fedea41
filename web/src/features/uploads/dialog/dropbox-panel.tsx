import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox } from '@mantine/core';
import Dropbox from '@uppy/dropbox';
import { useRemoteSource } from '@uppy/react';
import { IconChevronRight, IconFile, IconFolder } from '@tabler/icons-react';
import { useCallback } from 'react';
import { formatSize } from '../../../shared/format/size.js';
import { text } from '../../../shared/messages/en.js';
import { currentSession } from '../../../shared/session/current-session.js';
import { uploads } from '../uploads.js';
import { WithUppy, type HeadlessUppy, type PickedFile } from './headless-uppy.js';
import { remoteFileOf } from './remote-file-of.js';
import { SourceOff } from './source-off.js';
import type { SourcePanelProps } from './source-panel.js';
import css from './upload-sources.module.css';
import { useSourceState } from './use-source-state.js';

const Browse = ({ done }: { done: () => void }) => {
  const { state, login, logout, open, checkbox, done: pick } = useRemoteSource('Dropbox');
  if (state.authenticated === undefined || (state.loading && !state.authenticated))
    return <p className={css.note}>{text.sources.loading}</p>;
  if (!state.authenticated)
    return (
      <>
        <p className={css.note}>{text.sources.dropboxText}</p>
        <Button onClick={() => void login()}>{text.sources.connect}</Button>
      </>
    );
  return (
    <>
      <nav className={css.crumbs} aria-label={text.sources.dropboxPath}>
        {state.breadcrumbs.map((folder) => (
          <button key={String(folder.id)} type="button" onClick={() => void open(folder.id)}>
            {folder.type === 'root' ? 'Dropbox' : folder.data.name}
            <IconChevronRight size={14} aria-hidden />
          </button>
        ))}
        <button type="button" onClick={() => void logout()}>
          {text.sources.disconnect}
        </button>
      </nav>
      <ul className={css.remote} aria-busy={Boolean(state.loading)}>
        {state.partialTree.map((item) =>
          item.type === 'root' ? null : (
            <li key={item.id}>
              <Checkbox
                checked={item.status === 'checked'}
                indeterminate={item.status === 'partial'}
                label={item.data.name}
                onChange={() => checkbox(item, false)}
              />
              {item.type === 'folder' ? (
                <button
                  type="button"
                  aria-label={text.sources.openFolder(item.data.name ?? '')}
                  onClick={() => void open(item.id)}
                >
                  <IconFolder size={18} aria-hidden />
                </button>
              ) : (
                <span className={css.note}>
                  {formatSize(item.data.size ?? 0)} <IconFile size={18} aria-hidden />
                </span>
              )}
            </li>
          ),
        )}
      </ul>
      <Button disabled={state.selectedAmount === 0} onClick={() => void Promise.resolve(pick()).then(done)}>
        {text.sources.bringMany(state.selectedAmount)}
      </Button>
    </>
  );
};

/** Files of the user's Dropbox, which the server fetches. */
const DropboxPanel = ({ targetFolder, done }: SourcePanelProps) => {
  const source = useSourceState('dropbox');
  const picked = useCallback(
    (file: PickedFile, uppy: HeadlessUppy) =>
      void remoteFileOf(file, uppy).then((remote) => remote && uploads.bring(targetFolder, [remote])),
    [targetFolder],
  );
  if (source.state !== 'on') return <SourceOff source={source} />;
  const equip = (uppy: HeadlessUppy): void =>
    void uppy.use(Dropbox, {
      companionUrl: `${location.origin}/companion`,
      companionHeaders: { authorization: `Bearer ${currentSession()?.accessToken ?? ''}` },
    });
  return (
    <div className={css.centre}>
      <WithUppy equip={equip} picked={picked}>
        <Browse done={done} />
      </WithUppy>
    </div>
  );
};

export default DropboxPanel;
