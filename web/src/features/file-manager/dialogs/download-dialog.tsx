import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { text } from '../../../shared/messages/en.js';
import { AdFrame } from '../../../shared/ads/ad-frame.js';
import { useAd } from '../../../shared/ads/use-ad.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';
import css from './dialogs.module.css';
import { FormButtons } from './element-form.js';

/** By then the browser has shown its own box. */
const SHOWN_MS = 6000;

/** Pixels. */
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
