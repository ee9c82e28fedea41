import { Button, Checkbox } from '@mantine/core';
import type Dropbox from '@uppy/dropbox';
import type GoogleDrive from '@uppy/google-drive';
import type OneDrive from '@uppy/onedrive';
import { useRemoteSource } from '@uppy/react';
import { IconChevronRight, IconFile, IconFolder } from '@tabler/icons-react';
import { type ComponentType, useCallback } from 'react';
import { formatSize } from '../../../shared/format/dates-and-sizes.js';
import { uploadSourcesTexts as text } from '../../../shared/messages/upload-sources-texts.js';
import { currentSession } from '../../../shared/session/current-session.js';
import { useUploadEngine } from '../page-uploads.js';
import { type HeadlessUppy, type PickedFile, WithUppy } from './headless-uppy.js';
import type { RemoteFile } from '../machine/upload.js';
import { SourceOff, type SourcePanelProps, useSourceState } from './source-panel.js';
import '@mantine/core/styles/Checkbox.css';
import css from './upload-sources.module.css';

export interface Provider {
  name: 'dropbox' | 'drive' | 'onedrive';
  plugin: typeof Dropbox | typeof GoogleDrive | typeof OneDrive;
}

/** Uppy's names. */
const idOf = { dropbox: 'Dropbox', drive: 'GoogleDrive', onedrive: 'OneDrive' } as const;

const Browse = ({ name, done }: { name: Provider['name']; done: () => void }) => {
  const { state, login, logout, open, checkbox, done: pick } = useRemoteSource(idOf[name]);
  const label = text.names[name];
  if (state.authenticated === undefined || (state.loading && !state.authenticated))
    return <p className={css.note}>{text.loading}</p>;
  if (!state.authenticated)
    return (
      <>
        <p className={css.note}>{text.providerText(label)}</p>
        <Button onClick={() => void login()}>{text.connect(label)}</Button>
      </>
    );
  return (
    <>
      <nav className={css.crumbs} aria-label={text.providerPath(label)}>
        {state.breadcrumbs.map((folder) => (
          <button key={String(folder.id)} type="button" onClick={() => void open(folder.id)}>
            {folder.type === 'root' ? label : folder.data.name}
            <IconChevronRight size={14} aria-hidden />
          </button>
        ))}
        <button type="button" onClick={() => void logout()}>
          {text.disconnect}
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
                  aria-label={text.openFolder(item.data.name ?? '')}
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
        {text.bringMany(state.selectedAmount)}
      </Button>
    </>
  );
};

const ProviderPanel = ({ provider, targetFolder, done }: SourcePanelProps & { provider: Provider }) => {
  const source = useSourceState(provider.name);
  const uploads = useUploadEngine();
  const picked = useCallback(
    (file: PickedFile, uppy: HeadlessUppy) =>
      void remoteFileOf(file, uppy, provider.name).then(
        (remote) => remote && uploads.bring(targetFolder, [remote]),
      ),
    [targetFolder, provider, uploads],
  );
  if (source.state !== 'on') return <SourceOff source={source} />;
  const equip = (uppy: HeadlessUppy): void =>
    void uppy.use(provider.plugin, {
      companionUrl: `${location.origin}/companion`,
      companionHeaders: { authorization: `Bearer ${currentSession()?.accessToken ?? ''}` },
    });
  return (
    <div className={css.centre}>
      <WithUppy equip={equip} picked={picked}>
        <Browse name={provider.name} done={done} />
      </WithUppy>
    </div>
  );
};

export const panelOf =
  (provider: Provider): ComponentType<SourcePanelProps> =>
  (props) => <ProviderPanel provider={provider} {...props} />;

interface Client {
  headers(): Promise<Record<string, string>> | Record<string, string>;
}
const isClient = (value: unknown): value is Client =>
  typeof value === 'object' && value !== null && 'headers' in value && typeof value.headers === 'function';

/** The date that the provider reports, in ISO 8601. */
function modifiedOf(data: unknown): Pick<RemoteFile, 'modified'> {
  const known =
    typeof data === 'object' && data !== null && 'modifiedDate' in data ? data.modifiedDate : null;
  const modified = typeof known === 'string' ? Date.parse(known) : Number.NaN;
  return Number.isNaN(modified) ? {} : { modified };
}

async function remoteFileOf(
  file: PickedFile,
  uppy: HeadlessUppy,
  source: RemoteFile['source'],
): Promise<RemoteFile | null> {
  if (!('remote' in file) || !file.remote?.url) return null;
  const client: unknown = uppy.getRequestClientForFile(file);
  const headers = isClient(client) ? await client.headers() : {};
  const { pathname, search } = new URL(file.remote.url, location.href);
  return {
    name: file.name,
    size: file.size ?? null,
    type: file.type,
    source,
    ...modifiedOf(file.data),
    path: pathname.replace(/^\/companion\//, '') + search,
    body: { ...file.remote.body },
    headers,
  };
}
