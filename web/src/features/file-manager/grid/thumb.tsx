import { filePath, type ElementView } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { useReadCookieReady } from '../../../shared/session/read-cookie.js';
import { kindIconOf } from '../../../shared/kinds/kind-icon-of.js';
import { kindOf } from '../../../shared/kinds/kind-of.js';
import { monogramOf } from '../../../shared/kinds/monogram.js';
import css from './thumb.module.css';

/** A picture that appears once it is decoded; until then, and if it can't be shown, the icon stays. */
const Picture = ({
  address,
  icon,
  className,
}: {
  address: string;
  icon: string;
  className?: string | undefined;
}) => {
  const [state, setState] = useState<'loading' | 'ready' | 'broken'>('loading');
  const show = (image: HTMLImageElement): void =>
    void image.decode().then(
      () => setState('ready'),
      () => setState('broken'),
    );
  return (
    <>
      {state !== 'ready' && <img className={css.icon} src={icon} alt="" draggable={false} />}
      {state !== 'broken' && (
        <img
          className={className}
          src={filePath(address)}
          alt=""
          draggable={false}
          decoding="async"
          data-state={state}
          onLoad={(event) => show(event.currentTarget)}
          onError={() => setState('broken')}
        />
      )}
      {state === 'ready' && <img className={css.badge} src={icon} alt="" draggable={false} />}
    </>
  );
};

/** The upper part of a tile: the picture of what it is. */
export const Thumb = ({ element }: { element: ElementView }) => {
  const cookieReady = useReadCookieReady();
  const icon = kindIconOf(element);
  const { thumbnailImage, confirm, linkurl } = element;
  if (thumbnailImage && confirm !== false && cookieReady) {
    return <Picture key={thumbnailImage} address={thumbnailImage} icon={icon} className={css.picture} />;
  }
  if (kindOf(element) === 'website' && linkurl) {
    const { letter, hue } = monogramOf(linkurl, element.linkname);
    return (
      <>
        <span className={css.monogram} style={{ '--hue': hue } as React.CSSProperties} data-letter={letter} />
        <img className={css.badge} src={icon} alt="" draggable={false} />
      </>
    );
  }
  return <img className={css.icon} src={icon} alt="" draggable={false} />;
};
