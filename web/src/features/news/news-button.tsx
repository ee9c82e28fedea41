import { IconNews } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { headerTexts as text } from '../../shared/messages/header-texts.js';
import { report } from '../../shared/report.js';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { toast } from '../../shared/toasts/toast.js';
import { openNews } from './open-news.js';

/** Windows stand over the files: from elsewhere it leads there. */
export const NewsButton = ({ className }: { className: string | undefined }) => {
  const dispatch = useAppDispatch();
  const [path, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    try {
      await dispatch(openNews());
      if (!path.startsWith('/allfiles')) navigate('/allfiles/');
    } catch (failure) {
      report('The news could not be opened', failure);
      dispatch(toast.error(text.newsFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={text.news}
      aria-busy={busy}
      onClick={() => {
        if (!busy) void open();
      }}
    >
      <IconNews size={20} aria-hidden />
    </button>
  );
};
