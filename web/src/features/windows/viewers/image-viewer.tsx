import { filePath } from '@skyshelf/contracts/browser';
import { useRef, useState } from 'react';
import { useReadCookieReady } from '../../../shared/session/read-cookie.js';
import { imageSources } from '../../../shared/files/picture-sources.js';
import { useZoom } from './image/use-zoom.js';
import { NoPreview } from './no-preview.js';
import { Fetching } from './fetching.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './image-viewer.module.css';

const ImageViewer = ({ element }: ViewerProps) => {
  const cookieReady = useReadCookieReady();
  const sources = imageSources(element);
  const [tried, setTried] = useState(0);
  const [loaded, setLoaded] = useState(false);
  const frameRef = useRef<HTMLDivElement>(null);
  const { zoom, handlers } = useZoom(frameRef);
  const source = sources[tried];
  if (!source) return <NoPreview element={element} />;
  return (
    <div ref={frameRef} className={css.frame} data-zoomed={zoom.scale > 1 || undefined} {...handlers}>
      <div
        className={css.image}
        style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
      >
        {!loaded && element.thumbnailImage && cookieReady && (
          <img className={css.preview} src={filePath(element.thumbnailImage)} alt="" draggable={false} />
        )}
        {cookieReady && (
          <img
            key={source}
            src={filePath(source)}
            alt={element.linkname}
            data-loaded={loaded}
            draggable={false}
            decoding="async"
            onLoad={() => setLoaded(true)}
            onError={() => setTried(tried + 1)}
          />
        )}
      </div>
      {!loaded && <Fetching />}
    </div>
  );
};

export default ImageViewer;
