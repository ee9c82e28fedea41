import { Button } from '@mantine/core';
import { IconFiles, IconFolderUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { text } from '../../../shared/messages/en.js';
import { useUploadEngine } from '../page-uploads.js';
import { chosenFiles, uploadTree } from '../tree/dropped-tree.js';
import type { NewUpload } from '../upload-port.js';
import type { SourcePanelProps } from './source-panel.js';
import css from './upload-sources.module.css';

export const DevicePanel = ({ targetFolder, done }: SourcePanelProps) => {
  const uploads = useUploadEngine();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const upload = (chosen: readonly NewUpload[]): void => {
    void uploadTree(uploads, targetFolder, chosenFiles(chosen));
    done();
  };
  const choose = async (): Promise<void> => {
    const picked = await pickFiles();
    if (picked === 'unknown') return files.current?.click();
    if (picked.length > 0) upload(picked);
  };
  return (
    <div className={css.centre}>
      <p className={css.note}>{text.sources.deviceText}</p>
      <div className={css.choices}>
        <Button
          data-autofocus
          leftSection={<IconFiles size={18} aria-hidden />}
          onClick={() => void choose()}
        >
          {text.sources.chooseFiles}
        </Button>
        <Button
          variant="quiet"
          leftSection={<IconFolderUp size={18} aria-hidden />}
          onClick={() => folder.current?.click()}
        >
          {text.sources.chooseFolder}
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={text.sources.chooseFiles}
        onChange={({ currentTarget }) =>
          upload(Array.from(currentTarget.files ?? [], (file) => ({ file, source: 'device' })))
        }
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label={text.sources.chooseFolder}
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => upload(Array.from(currentTarget.files ?? [], (file) => ({ file })))}
      />
    </div>
  );
};

/** Only Chromium has it, and TypeScript's library lacks it. */
type WithPicker = typeof globalThis & {
  showOpenFilePicker?(options: { multiple: true }): Promise<FileSystemFileHandle[]>;
};

/** Picks files that a later page can read again. `unknown`: the browser has only the old chooser. */
async function pickFiles(): Promise<NewUpload[] | 'unknown'> {
  const { showOpenFilePicker } = globalThis as WithPicker;
  if (!showOpenFilePicker) return 'unknown';
  try {
    const handles = await showOpenFilePicker({ multiple: true });
    return await Promise.all(
      handles.map(async (handle) => ({
        file: await handle.getFile(),
        handle: { file: handle },
        source: 'device' as const,
      })),
    );
  } catch (failure) {
    // Given up by the user; else the old chooser remains.
    return failure instanceof DOMException && failure.name === 'AbortError' ? [] : 'unknown';
  }
}
