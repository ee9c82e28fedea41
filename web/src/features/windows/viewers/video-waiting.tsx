import { Loader } from '@mantine/core';
import { filePath, type ElementView } from '@skyshelf/contracts/browser';
import { text } from '../../../shared/messages/en.js';
import css from './video-viewer.module.css';

interface VideoWaitingProps {
  element: ElementView;
  percent: number | null;
}

/** Until a film can be watched: a moment of it, far behind, and how far its conversion is. */
export const VideoWaiting = ({ element: { thumbnailImage }, percent }: VideoWaitingProps) => (
  <div className={css.waiting}>
    {thumbnailImage && (
      <img className={css.backdrop} src={filePath(thumbnailImage)} alt="" draggable={false} />
    )}
    <div className={css.card} role="status">
      {percent === null ? (
        <Loader color="white" size="md" aria-hidden />
      ) : (
        <div
          className={css.ring}
          style={{ '--percent': `${percent}%` } as React.CSSProperties}
          role="progressbar"
          aria-valuenow={percent}
          aria-label={text.windows.converted(percent)}
        >
          <span>{text.windows.converted(percent)}</span>
        </div>
      )}
      <p>{text.windows.converting}</p>
    </div>
  </div>
);
