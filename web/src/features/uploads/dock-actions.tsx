import { useState } from 'react';
import { text } from '../../shared/messages/en.js';
import { ChooseAgain } from './choose-again.js';
import type { UploadTotals } from './upload-totals.js';
import { uploads } from './uploads.js';
import css from './upload-dock.module.css';

export const DockActions = ({ totals: { all, count, unsettled, taken } }: { totals: UploadTotals }) => {
  const [asking, setAsking] = useState(false);
  if (all < 2) return null;
  const open = unsettled + count.failed + count.missing;
  if (asking && open > 0)
    return (
      <div className={css.actions} role="group" aria-label={text.uploads.cancelSure(open)}>
        <span>{text.uploads.cancelSure(open)}</span>
        <button type="button" autoFocus onClick={() => setAsking(false)}>
          {text.dialogs.no}
        </button>
        <button
          type="button"
          data-dangerous
          onClick={() => {
            uploads.cancelAll();
            setAsking(false);
          }}
        >
          {text.dialogs.yes}
        </button>
      </div>
    );
  const canPause = count.waiting + count.sending > 0;
  if (open === 0 && taken < 2) return null;
  return (
    <div className={css.actions}>
      {canPause && (
        <button type="button" onClick={() => uploads.pauseAll()}>
          {text.uploads.pauseAll}
        </button>
      )}
      {count.paused > 0 && (
        <button type="button" onClick={() => uploads.resumeAll()}>
          {text.uploads.resumeAll}
        </button>
      )}
      {count.failed > 0 && (
        <button type="button" onClick={() => uploads.resume(...uploads.list.idsIn('failed'))}>
          {text.uploads.retryAll}
        </button>
      )}
      {count.missing > 0 && <ChooseAgain />}
      {taken > 1 && <TakenNames count={taken} />}
      {open > 0 && (
        <button type="button" onClick={() => setAsking(true)}>
          {text.uploads.cancelAll}
        </button>
      )}
    </div>
  );
};

const TakenNames = ({ count }: { count: number }) => {
  const { taken } = uploads.list;
  return (
    <div className={css.actions} role="group" aria-label={text.uploads.taken(count)}>
      <span>{text.uploads.taken(count)}</span>
      <button type="button" onClick={() => uploads.takeAnyway('keep-both', ...taken())}>
        {text.uploads.keepBoth}
      </button>
      <button type="button" onClick={() => uploads.takeAnyway('replace', ...taken())}>
        {text.uploads.replace}
      </button>
      <button type="button" onClick={() => uploads.cancel(...taken())}>
        {text.uploads.skip}
      </button>
    </div>
  );
};
