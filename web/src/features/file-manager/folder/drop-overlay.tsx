import { IconCloudUpload } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import css from './drop-overlay.module.css';

/** Says where dragged files would land. */
export const DropOverlay = ({ folder }: { folder: string }) => (
  <div className={css.overlay} aria-hidden>
    <div className={css.word}>
      <IconCloudUpload size={24} stroke={1.75} />
      {text.files.dropHere(folder)}
    </div>
  </div>
);
