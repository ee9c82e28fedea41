import type { ElementView } from '@skyshelf/contracts/browser';
import { filePath } from '../../../shared/files/paths.js';
import { lazy, Suspense, useEffect, useState } from 'react';
import { thumbnailSources } from '../../../shared/files/picture-sources.js';
import { kindIconOf } from '../../../shared/kinds/kind-icons.js';
import { kindOf } from '../../../shared/kinds/kind-of.js';
import { linkFrames, linkPicture, monogramOf } from '../../../shared/kinds/link-pictures.js';
import { prefersReducedMotion } from '../../../shared/dom/media-queries.js';
import css from './thumb.module.css';

/** A film's tile shows its still where this cannot be loaded. */
const FilmPreview = lazy(() => import('./film-preview.js').catch(() => ({ default: () => null })));

interface PictureProps {
  sources: { src: string; srcSet?: string };
  icon: string;
  /** Its top tells more than its middle. */
  isPage?: boolean;
}

/** Unit: milliseconds; later ones fade in. */
const LATE_MS = 300;

interface Begun {
  at: number;
  srcSet: string | undefined;
}
const begun = new WeakMap<HTMLImageElement, Begun>();

/** A browser looks up every address of a `srcset`: dense ones are named where they count. */
const isDense = matchMedia('(min-resolution: 1.01dppx)');
isDense.addEventListener('change', () => {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-state]')) sharpen(image);
});

const sharpen = (image: HTMLImageElement): void => {
  const srcSet = begun.get(image)?.srcSet;
  if (isDense.matches && srcSet !== undefined) image.srcset = srcSet;
};

const show = async (image: HTMLImageElement): Promise<void> => {
  try {
    await image.decode();
  } catch {
    return giveUp(image);
  }
  if (performance.now() - (begun.get(image)?.at ?? 0) > LATE_MS) image.dataset.late = 'true';
  image.dataset.state = 'ready';
};

const giveUp = (image: HTMLImageElement): void => void (image.dataset.state = 'broken');

/** State in an attribute alone, without React: dozens come in a frame while scrolling. */
const Picture = ({ sources: { src, srcSet }, icon, isPage }: PictureProps) => (
  <>
    <img
      // By hand: React sets the address twice, and the browser looks for it twice.
      ref={(image) => {
        if (!image || begun.has(image)) return;
        begun.set(image, { at: performance.now(), srcSet });
        sharpen(image);
        image.src = src;
      }}
      className={css.picture}
      alt=""
      draggable={false}
      decoding="async"
      data-state="loading"
      data-page={isPage || undefined}
      onLoad={({ currentTarget }) => void show(currentTarget)}
      onError={({ currentTarget }) => giveUp(currentTarget)}
    />
    <span className={css.icon} style={{ backgroundImage: `url("${icon}")` }} />
  </>
);

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
    if (listed === '' || prefersReducedMotion()) return;
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
  /** Default: the address on the shelf. */
  path?: (address: string) => string;
}

export const Thumb = ({ element, cookieReady, path }: ThumbProps) => {
  const icon = kindIconOf(element);
  const { thumbnailImage, thumbnailVideo, thumbnailScrub, thumbnailWebsite, confirm, linkurl } = element;
  if (thumbnailImage && confirm !== false && cookieReady) {
    return (
      <>
        <Picture
          key={thumbnailImage}
          sources={path ? { src: path(thumbnailImage) } : thumbnailSources(thumbnailImage)}
          icon={icon}
          isPage={!isDrawnWhole(element)}
        />
        <Suspense>{(thumbnailVideo ?? thumbnailScrub) && <FilmPreview element={element} />}</Suspense>
      </>
    );
  }
  if (thumbnailWebsite && cookieReady) {
    return (
      <Picture
        key={thumbnailWebsite}
        sources={{ src: (path ?? filePath)(thumbnailWebsite) }}
        icon={icon}
        isPage
      />
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
