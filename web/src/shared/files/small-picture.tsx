import type { ElementView } from '@skyshelf/contracts/browser';
import { filePath } from './paths.js';
import { useState } from 'react';
import { kindIconOf } from '../kinds/kind-icons.js';
import { kindOf } from '../kinds/kind-of.js';
import { linkPicture, monogramOf } from '../kinds/link-pictures.js';
import { useReadCookieReady } from '../session/read-cookie.js';
import type { FileAddresses } from './file-addresses.js';
import css from './small-picture.module.css';

/** Null: it has only an icon. Those in /assets need no cookie. */
const pictureOf = (
  element: ElementView,
  cookieReady: boolean,
  { path }: Pick<FileAddresses, 'path'>,
): string | null => {
  const { thumbnailImage, thumbnailWebsite, confirm, image, hiimage } = element;
  if (element.default && image) return hiimage ?? image;
  if (!cookieReady) return null;
  const file = thumbnailImage && confirm !== false ? thumbnailImage : thumbnailWebsite;
  return file ? path(file) : linkPicture(element);
};

interface SmallPictureProps {
  element: ElementView;
  size: number;
  files?: Pick<FileAddresses, 'path'>;
}

/** An element's thumbnail as large as an icon, in lists of what was found. */
export const SmallPicture = ({ element, size, files = { path: filePath } }: SmallPictureProps) => {
  const cookieReady = useReadCookieReady();
  const [broken, setBroken] = useState<string | null>(null);
  const picture = pictureOf(element, cookieReady, files);
  const box = { width: size, height: size, alt: '', draggable: false };
  if (picture !== null && picture !== broken)
    return (
      <img
        {...box}
        className={css.picture}
        src={picture}
        loading="lazy"
        data-whole={element.default || undefined}
        onError={() => setBroken(picture)}
      />
    );
  const { linkurl, linkname, linktype } = element;
  if (linktype !== 'website' || kindOf(element) !== 'website' || linkurl === null)
    return <img {...box} src={kindIconOf(element)} />;
  const { letter, hue } = monogramOf(linkurl, linkname);
  const style = { width: size, height: size, fontSize: size * 0.55, '--hue': hue };
  return <i className={css.monogram} data-letter={letter} style={style} aria-hidden />;
};
