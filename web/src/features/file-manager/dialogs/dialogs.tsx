import { elementName, tagsOf } from '@skyshelf/contracts/rules';
import type { ElementView } from '@skyshelf/contracts/browser';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { text } from '../../../shared/messages/en.js';
import { uploadSourcesTexts as sourcesTexts } from '../../../shared/messages/upload-sources-texts.js';
import { nameProblem } from '../names/name-problem.js';
import { dialogClosed, type DialogProps, selectOverlay } from '../state/overlay-slice.js';
import { ElementForm, FormButtons } from './element-form.js';
import {
  type FieldErrors,
  type FormFields,
  hasErrors,
  type Submitted,
  tagsProblem,
  useIntention,
  useRefusal,
} from './use-element-form.js';
import { showInserted, useAddElementMutation } from '../elements-api.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { AddLinkDialog } from './add-link-dialog.js';
import { DeleteDialog } from './delete-dialog.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';
import { AdFrame, useAd } from '../../../shared/ads/ad-frame.js';
import { EditDialog } from './edit-dialog.js';
import { keyboardActions } from '../actions/registry.js';
import { isMac, shortcutLabel } from '../actions/action.js';
import { TagsDialog } from './tags-dialog.js';
import { HistoryDialog } from '../../history/public.js';
import { AskDialog, ShareDialog } from '../../links/public.js';
import { UploadSources } from '../../uploads/public.js';
import css from './dialogs.module.css';

export const CreateFolderDialog = ({ targetFolder, siblings, close }: DialogProps<'create-folder'>) => {
  const dispatch = useAppDispatch();
  const [add] = useAddElementMutation();
  const keyFor = useIntention();
  const refusal = useRefusal();

  const check = ({ name, tags }: FormFields): FieldErrors => ({
    name: nameProblem({ name: elementName(name), folder: true, siblings }),
    tags: tagsProblem(tags),
  });
  const submit = async (fields: FormFields): Promise<Submitted> => {
    const { name, tags } = fields;
    const linkname = elementName(name);
    const errors = check(fields);
    if (linkname.refusal !== null || hasErrors(errors)) return errors;
    const obj = { linkname: linkname.value, linktype: 'folder', linktag: tagsOf(tags) };
    const { data, error } = await add({ targetFolder, obj, key: keyFor({ targetFolder, obj }) });
    if (!data) return refusal(error);
    dispatch(showInserted(data));
    return 'done';
  };
  return (
    <ElementForm
      title={text.dialogs.createFolder}
      nameLabel={text.dialogs.folderName}
      submitLabel={text.dialogs.create}
      initial={{ name: '', url: '', tags: [] }}
      check={check}
      close={close}
      submit={submit}
    />
  );
};

const DetailsDialog = lazy(() => import('./details/details-dialog.js'));
const ImportBookmarksDialog = lazy(() => import('./bookmarks/import-bookmarks-dialog.js'));
const PaletteDialog = lazy(() => import('./palette/palette-dialog.js'));
const RetagDialog = lazy(() => import('./retag-dialog.js'));
const SendToDialog = lazy(() => import('./send-to/send-to-dialog.js'));

interface DialogsProps {
  targetFolder: TargetFolder | null;
  siblings: readonly ElementView[];
}

const Dialogs = ({ targetFolder: present, siblings }: DialogsProps) => {
  const dispatch = useAppDispatch();
  const dialog = useAppSelector((state) => selectOverlay(state).dialog);
  const [targetFolder, setTargetFolder] = useState(present);
  // A shared link's dialog opens before the folder is known.
  if (targetFolder === null && present !== null) setTargetFolder(present);
  const close = (): void => void dispatch(dialogClosed());
  const moved = present !== null && targetFolder !== null && present.folderId !== targetFolder.folderId;
  useEffect(() => {
    if (moved) dispatch(dialogClosed());
  }, [moved, dispatch]);
  if (!dialog) return null;
  if (dialog.kind === 'shortcuts') return <ShortcutsDialog close={close} />;
  if (dialog.kind === 'palette') return <PaletteDialog close={close} />;
  if (dialog.kind === 'download') return <DownloadDialog close={close} />;
  if (dialog.kind === 'history') return <HistoryDialog element={dialog.element} close={close} />;
  if (!targetFolder || moved) return null;
  const rest = { targetFolder, siblings, close };
  switch (dialog.kind) {
    case 'upload':
      return <UploadDialog {...rest} />;
    case 'import-bookmarks':
      return <ImportBookmarksDialog {...rest} />;
    case 'create-folder':
      return <CreateFolderDialog dialog={dialog} {...rest} />;
    case 'add-link':
      return <AddLinkDialog dialog={dialog} {...rest} />;
    case 'edit':
      return <EditDialog dialog={dialog} {...rest} />;
    case 'delete':
      return <DeleteDialog dialog={dialog} {...rest} />;
    case 'tags':
      return <TagsDialog dialog={dialog} {...rest} />;
    case 'retag':
      return <RetagDialog dialog={dialog} {...rest} />;
    case 'send-to':
      return <SendToDialog dialog={dialog} {...rest} />;
    case 'share':
      return <ShareDialog elements={dialog.elements} close={close} />;
    case 'ask-files':
      return <AskDialog folder={dialog.folder} close={close} />;
    case 'details':
      return <DetailsDialog dialog={dialog} {...rest} />;
  }
};

export default Dialogs;

const UploadDialog = ({ targetFolder, close }: { targetFolder: TargetFolder; close: () => void }) => (
  <DialogFrame title={sourcesTexts.title} close={close} width={680}>
    <Suspense>
      <UploadSources targetFolder={targetFolder} done={close} />
    </Suspense>
  </DialogFrame>
);

/** The browser shows its own box within this time. */
const SHOWN_MS = 6000;

const WIDTH = 400;
const WIDTH_WITH_AD = 600;

export const DownloadDialog = ({ close }: { close: () => void }) => {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  const ad = useAd('download');
  return (
    <DialogFrame title={text.dialogs.downloadTitle} close={close} width={ad ? WIDTH_WITH_AD : WIDTH}>
      <p className={css.download} role="status">
        <IconDownload size={28} stroke={1.75} aria-hidden />
        {text.dialogs.downloadSoon}
      </p>
      {ad && <AdFrame ad={ad} />}
      <FormButtons>
        <Button variant="quiet" onClick={close} data-autofocus>
          {text.dialogs.close}
        </Button>
      </FormButtons>
    </DialogFrame>
  );
};

const ShortcutsDialog = ({ close }: { close: () => void }) => {
  const keys = [
    { label: text.actions.shortcutMove, shown: '← ↑ → ↓' },
    { label: text.actions.shortcutFirst, shown: 'Home End' },
    { label: text.actions.shortcutPage, shown: 'Page Up Page Down' },
    { label: text.actions.shortcutExtend, shown: isMac ? '⇧ ← ↑ → ↓' : 'Shift+← ↑ → ↓' },
    { label: text.actions.shortcutSpace, shown: 'Space' },
    { label: text.actions.shortcutLetters, shown: text.actions.shortcutLettersKeys },
    ...keyboardActions.flatMap(({ label, shortcut }) =>
      shortcut ? [{ label, shown: shortcutLabel(shortcut) }] : [],
    ),
    { label: text.actions.shortcutMenu, shown: text.actions.shortcutMenuKeys },
    { label: text.dock.nextPart, shown: 'F6' },
    { label: text.actions.shortcutEscape, shown: 'Esc' },
  ];
  return (
    <DialogFrame title={text.actions.shortcutHelp} close={close} width={400}>
      <dl className={css.shortcuts}>
        {keys.map(({ label, shown }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{shown}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </DialogFrame>
  );
};
