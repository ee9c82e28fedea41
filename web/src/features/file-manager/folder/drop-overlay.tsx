import { IconCloudUpload, IconLinkPlus } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import type { Incoming } from './incoming.js';
import css from './drop-overlay.module.css';

const looks = {
  files: { Icon: IconCloudUpload, words: text.files.dropHere },
  link: { Icon: IconLinkPlus, words: text.files.dropLinkHere },
};

/** Says where what is dragged in would land. */
export const DropOverlay = ({ incoming, folder }: { incoming: Incoming; folder: string }) => {
  const { Icon, words } = looks[incoming];
  return (
    <div className={css.overlay} aria-hidden>
      <div className={css.word}>
        <Icon size={24} stroke={1.75} />
        {words(folder)}
      </div>
    </div>
  );
};
