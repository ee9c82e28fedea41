import { Button } from '@mantine/core';
import { IconFiles, IconFolderUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useUsageQuery } from '../../../shared/account/settings-api.js';
import { formatSize } from '../../../shared/format/dates-and-sizes.js';
import { uploadSourcesTexts as text } from '../../../shared/messages/upload-sources-texts.js';
import { useUploadEngine } from '../page-uploads.js';
import { chosenFiles, uploadTree } from '../tree/dropped-tree.js';
import { pickFiles } from '../tree/pick-files.js';
import type { NewUpload } from '../upload-port.js';
import type { SourcePanelProps } from './source-panel.js';
import css from './upload-sources.module.css';

export const DevicePanel = ({ targetFolder, done }: SourcePanelProps) => {
  const uploads = useUploadEngine();
  const missingFor = useMissingRoom();
  const [waiting, setWaiting] = useState<readonly NewUpload[]>([]);
  const send = (chosen: readonly NewUpload[]): void => {
    void uploadTree(uploads, targetFolder, chosenFiles(chosen));
    done();
  };
  const upload = (chosen: readonly NewUpload[]): void =>
    missingFor(bytesOf(chosen)) > 0 ? setWaiting(chosen) : send(chosen);
  if (waiting.length > 0)
    return (
      <AskForRoom
        bytes={bytesOf(waiting)}
        missing={missingFor(bytesOf(waiting))}
        cancel={() => setWaiting([])}
        confirm={() => send(waiting)}
      />
    );
  return <Chooser upload={upload} />;
};

const Chooser = ({ upload }: { upload: (chosen: readonly NewUpload[]) => void }) => {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = async (): Promise<void> => {
    const picked = await pickFiles();
    if (picked === 'unknown') return files.current?.click();
    if (picked.length > 0) upload(picked);
  };
  return (
    <div className={css.centre}>
      <p className={css.note}>{text.deviceText}</p>
      <div className={css.choices}>
        <Button
          data-autofocus
          leftSection={<IconFiles size={18} aria-hidden />}
          onClick={() => void choose()}
        >
          {text.chooseFiles}
        </Button>
        <Button
          variant="quiet"
          leftSection={<IconFolderUp size={18} aria-hidden />}
          onClick={() => folder.current?.click()}
        >
          {text.chooseFolder}
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={text.chooseFiles}
        onChange={({ currentTarget }) =>
          upload(Array.from(currentTarget.files ?? [], (file) => ({ file, source: 'device' })))
        }
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label={text.chooseFolder}
        webkitdirectory=""
        onChange={({ currentTarget }) => upload(Array.from(currentTarget.files ?? [], (file) => ({ file })))}
      />
    </div>
  );
};

interface AskForRoomProps {
  bytes: number;
  missing: number;
  cancel: () => void;
  confirm: () => void;
}

const AskForRoom = ({ bytes, missing, cancel, confirm }: AskForRoomProps) => (
  <div className={css.centre} role="alert">
    <p className={css.note}>{text.needsTrash(formatSize(bytes), formatSize(missing))}</p>
    <div className={css.choices}>
      <Button variant="quiet" onClick={cancel} autoFocus>
        {text.cancel}
      </Button>
      <Button onClick={confirm}>{text.bring}</Button>
    </div>
  </div>
);

const bytesOf = (chosen: readonly NewUpload[]): number =>
  chosen.reduce((sum, { file: { size } }) => sum + size, 0);

/** Answers how much of the trash would go for so many bytes; 0 also where all of it would not be enough. */
function useMissingRoom(): (bytes: number) => number {
  const { data } = useUsageQuery(undefined, { refetchOnMountOrArgChange: true });
  const { available = 0, kept = 0 } = data?.result ?? {};
  return (bytes) => (bytes > available ? 0 : Math.max(0, bytes - Math.max(0, available - kept)));
}
