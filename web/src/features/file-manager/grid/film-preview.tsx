import type { ElementView } from '@skyshelf/contracts/browser';
import { scrubSprite } from '@skyshelf/contracts/kinds';
import { filePath } from '../../../shared/files/paths.js';
import { useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../../../shared/dom/media-queries.js';
import css from './thumb.module.css';

const REST_MS = 400;

type Shown = { what: 'still' } | { what: 'moment'; cell: number } | { what: 'clip' };

const { columns, rows } = scrubSprite;

export const cellAt = (across: number): number =>
  Math.min(columns * rows - 1, Math.max(0, Math.floor(across * columns * rows)));

export const cellPosition = (cell: number): string =>
  `${((cell % columns) / (columns - 1)) * 100}% ${(Math.floor(cell / columns) / (rows - 1)) * 100}%`;

const FilmPreview = ({ element }: { element: ElementView }): React.ReactNode => {
  const { thumbnailVideo: clip, thumbnailScrub: scrub } = element;
  const [shown, setShown] = useState<Shown>({ what: 'still' });
  const rest = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  const follow = ({ currentTarget, clientX, pointerType }: React.PointerEvent): void => {
    if (pointerType !== 'mouse') return;
    clearTimeout(rest.current);
    const { left, width } = currentTarget.getBoundingClientRect();
    if (scrub) setShown({ what: 'moment', cell: cellAt((clientX - left) / width) });
    if (clip && !prefersReducedMotion())
      rest.current = window.setTimeout(setShown, scrub ? REST_MS : 0, { what: 'clip' });
  };
  const leave = (): void => {
    clearTimeout(rest.current);
    setShown({ what: 'still' });
  };
  return (
    <div
      className={css.film}
      data-shown={shown.what}
      onPointerEnter={follow}
      onPointerMove={follow}
      onPointerLeave={leave}
    >
      {shown.what === 'moment' && scrub && (
        <div
          className={css.moment}
          style={{
            backgroundImage: `url("${filePath(scrub)}")`,
            backgroundPosition: cellPosition(shown.cell),
          }}
        />
      )}
      {shown.what === 'clip' && clip && (
        <video
          className={css.clip}
          src={filePath(clip)}
          autoPlay
          muted
          loop
          playsInline
          disablePictureInPicture
          tabIndex={-1}
          aria-hidden
          onError={leave}
        />
      )}
    </div>
  );
};

export default FilmPreview;
