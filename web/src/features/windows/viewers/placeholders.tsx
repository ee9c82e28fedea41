import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ElementView, messages } from '@skyshelf/contracts/browser';
import { shownFileType } from '@skyshelf/contracts/rules';
import { useFileAddresses } from '../../../shared/files/file-addresses.js';
import { reasonsOf, TryAgain, useGivenUp } from '../../../shared/jobs/given-up.js';
import { kindIconOf } from '../../../shared/kinds/kind-icons.js';
import { isFile } from '../../../shared/kinds/kind-of.js';
import { text } from '../../../shared/messages/en.js';
import { windowsTexts } from '../../../shared/messages/windows-texts.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './placeholders.module.css';

const messageOf = ({ linktype, extension }: ElementView): string =>
  shownFileType(linktype, extension).kind === 'video' ? messages.videoUnplayable : messages.noPreview;

interface NoPreviewProps extends Pick<ViewerProps, 'element'> {
  message?: string;
  reason?: string | null;
  /** Tries again a conversion that was given up. */
  onAgain?: () => void;
}

export const NoPreview = ({ element, message = messageOf(element), reason, onAgain }: NoPreviewProps) => {
  const { _id: id, linkurl } = element;
  const files = useFileAddresses();
  const givenUp = useGivenUp(id, isFile(element));
  const why = reason ?? reasonsOf(givenUp.filter(({ again }) => again))[0];
  return (
    <div className={css.noPreview} data-no-preview>
      <img src={kindIconOf(element)} alt="" width={72} height={72} draggable={false} />
      <p>{message}</p>
      {why && <p>{why}</p>}
      <TryAgain id={id} jobs={givenUp} onAgain={onAgain} />
      {linkurl && (
        <Button
          component="a"
          href={files.download([linkurl])}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {windowsTexts.download}
        </Button>
      )}
    </div>
  );
};

export default NoPreview;

export const Fetching = () => (
  <div className={css.fetching}>
    <Loader color="currentColor" size="sm" role="status" aria-label={text.loading} />
  </div>
);
