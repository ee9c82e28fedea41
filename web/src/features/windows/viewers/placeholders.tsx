import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { downloadPath, type ElementView, messages } from '@skyshelf/contracts/browser';
import { shownFileType } from '@skyshelf/contracts/rules';
import { kindIconOf } from '../../../shared/kinds/kind-icons.js';
import { text } from '../../../shared/messages/en.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './placeholders.module.css';

const messageOf = ({ linktype, extension }: ElementView): string =>
  shownFileType(linktype, extension).kind === 'video' ? messages.videoUnplayable : messages.noPreview;

interface NoPreviewProps extends Pick<ViewerProps, 'element'> {
  message?: string;
  reason?: string | null;
}

export const NoPreview = ({ element, message = messageOf(element), reason }: NoPreviewProps) => (
  <div className={css.noPreview} data-no-preview>
    <img src={kindIconOf(element)} alt="" width={72} height={72} draggable={false} />
    <p>{message}</p>
    {reason && <p>{reason}</p>}
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

export const Fetching = () => (
  <div className={css.fetching}>
    <Loader color="currentColor" size="sm" role="status" aria-label={text.loading} />
  </div>
);
