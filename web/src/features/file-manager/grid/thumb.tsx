import { filePath, type ElementView } from '@skyshelf/contracts/browser';
import { thumbnailSources } from '../../../shared/files/thumbnail-sources.js';
import { kindIconOf } from '../../../shared/kinds/kind-icon-of.js';
import { kindOf } from '../../../shared/kinds/kind-of.js';
import { linkPicture } from '../../../shared/kinds/link-pictures.js';
import { monogramOf } from '../../../shared/kinds/monogram.js';
import { FilmPreview } from './film-preview.js';
import { Picture } from './picture.js';
import { VideoLinkThumb } from './video-link-thumb.js';
import css from './thumb.module.css';

/** Whether there is a picture of what is in it. */
export const hasPicture = ({ thumbnailImage, confirm }: ElementView): boolean =>
  thumbnailImage !== null && confirm !== false;

/** Its picture is one of its own, not that of its first page. */
const isDrawnWhole = (element: ElementView): boolean => ['image', 'video', 'audio'].includes(kindOf(element));

interface ThumbProps {
  element: ElementView;
  /** Whether pictures can be fetched already. */
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
