import { type ElementView, filePath } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { thumbnailSources } from '../../../shared/files/picture-sources.js';
import { kindIconOf } from '../../../shared/kinds/kind-icons.js';
import { kindOf } from '../../../shared/kinds/kind-of.js';
import { linkFrames, linkPicture } from '../../../shared/kinds/link-pictures.js';
import { monogramOf } from '../../../shared/kinds/monogram.js';
import { FilmPreview } from './film-preview.js';
import { Picture } from './picture.js';
import { prefersStill } from '../../../shared/dom/still.js';
import css from './thumb.module.css';

interface VideoLinkThumbProps {
  element: ElementView;
  src: string;
  icon: string;
}

const VideoLinkThumb = ({ element, src, icon }: VideoLinkThumbProps) => {
  const [hovered, setHovered] = useState(false);
  const frame = useHoverCycle(hovered ? linkFrames(element) : null);
  return (
    <span
      className={css.video}
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
    >
      <Picture key={src} sources={{ src }} icon={icon} />
      {frame && <img className={css.frame} src={frame} alt="" draggable={false} />}
    </span>
  );
};

const STEP_MS = 1000;

/**
 * One a second; passes over those that can't be loaded.
 * @param pictures null: the pointer is elsewhere
 * @returns null: the still
 */
function useHoverCycle(pictures: readonly string[] | null): string | null {
  const [shown, setShown] = useState<string | null>(null);
  const listed = pictures?.join(' ') ?? '';
  useEffect(() => {
    if (listed === '' || prefersStill()) return;
    const loaded = listed.split(' ').map((src) => Object.assign(new Image(), { src }));
    let step = 0;
    const timer = setInterval(() => {
      const ready = loaded.filter(({ naturalWidth }) => naturalWidth > 0);
      step = (step + 1) % (ready.length + 1);
      setShown(ready[step - 1]?.getAttribute('src') ?? null);
    }, STEP_MS);
    return () => {
      clearInterval(timer);
      setShown(null);
    };
  }, [listed]);
  return shown;
}

export const hasPicture = ({ thumbnailImage, confirm }: ElementView): boolean =>
  thumbnailImage !== null && confirm !== false;

/** Its picture is one of its own, not that of its first page. */
const isDrawnWhole = (element: ElementView): boolean => ['image', 'video', 'audio'].includes(kindOf(element));

interface ThumbProps {
  element: ElementView;
  cookieReady: boolean;
}

export const Thumb = ({ element, cookieReady }: ThumbProps) => {
  const icon = kindIconOf(element);
  const { thumbnailImage, thumbnailVideo, thumbnailScrub, thumbnailWebsite, confirm, linkurl } = element;
  if (thumbnailImage && confirm !== false && cookieReady) {
    return (
      <>
        <Picture
          key={thumbnailImage}
          sources={thumbnailSources(thumbnailImage)}
          icon={icon}
          isPage={!isDrawnWhole(element)}
        />
        {(thumbnailVideo ?? thumbnailScrub) && <FilmPreview element={element} />}
      </>
    );
  }
  if (thumbnailWebsite && cookieReady) {
    return (
      <Picture key={thumbnailWebsite} sources={{ src: filePath(thumbnailWebsite) }} icon={icon} isPage />
    );
  }
  // Served with the page, without the cookie.
  if (element.default && element.image) {
    const { image, hiimage } = element;
    const srcSet = hiimage && `${image} 1x, ${hiimage} 2x`;
    return <img className={css.icon} src={image} srcSet={srcSet} alt="" draggable={false} />;
  }
  const picture = linkPicture(element);
  if (picture && cookieReady) return <VideoLinkThumb element={element} src={picture} icon={icon} />;
  if (kindOf(element) === 'website' && linkurl) {
    const { letter, hue } = monogramOf(linkurl, element.linkname);
    return (
      <>
        <span
          className={css.monogram}
          style={{ '--hue': hue } as React.CSSProperties}
          data-letter={letter}
          data-kind={element.linktype}
        />
        <span className={css.icon} style={{ backgroundImage: `url("${icon}")` }} />
      </>
    );
  }
  return <img className={css.icon} src={icon} alt="" draggable={false} />;
};
