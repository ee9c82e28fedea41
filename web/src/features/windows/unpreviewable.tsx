import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { filePath, type ElementView } from '@skyshelf/contracts/browser';
import { text } from '../../shared/messages/en.js';
import { kindIcons } from '../../shared/kinds/kind-icons.js';
import { kindOf } from '../../shared/kinds/kind-of.js';
import css from './windows.module.css';

/** A file that has no viewer: it can be taken home. */
export const Unpreviewable = ({ element }: { element: ElementView }) => (
  <div className={css.unpreviewable}>
    <img src={kindIcons[kindOf(element)]} alt="" width={72} height={72} draggable={false} />
    <p>{text.windows.unpreviewable}</p>
    {element.linkurl && (
      <Button
        component="a"
        href={filePath(element.linkurl)}
        download={element.linkname}
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {text.windows.download}
      </Button>
    )}
  </div>
);
