import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { downloadPath } from '@skyshelf/contracts/browser';
import { kindIconOf } from '../../../shared/kinds/kind-icon-of.js';
import { text } from '../../../shared/messages/en.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './no-preview.module.css';

/** A file that has no viewer: it can be downloaded. */
export const NoPreview = ({
  element,
  message = text.windows.noPreview,
}: Pick<ViewerProps, 'element'> & { message?: string }) => (
  <div className={css.noPreview} data-no-preview>
    <img src={kindIconOf(element)} alt="" width={72} height={72} draggable={false} />
    <p>{message}</p>
    {element.linkurl && (
      <Button
        component="a"
        href={downloadPath([element.linkurl])}
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {text.windows.download}
      </Button>
    )}
  </div>
);
