import { filePath } from '@skyshelf/contracts/browser';
import { useEffect, useRef, useState } from 'react';
import { kindIconOf } from '../../../shared/kinds/kind-icons.js';
import { text } from '../../../shared/messages/en.js';
import { useReadCookieReady } from '../../../shared/session/read-cookie.js';
import { NoPreview } from './no-preview.js';
import { Fetching } from './fetching.js';
import { Player } from './player/player.js';
import { useVisualiser } from './audio/use-visualiser.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './audio-viewer.module.css';

const AudioViewer = ({ element }: ViewerProps) => {
  const { linkurl, linkname, thumbnailImage } = element;
  const cookieReady = useReadCookieReady();
  const audioRef = useRef<HTMLAudioElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  const visualise = useVisualiser(audioRef, canvasRef);
  // Once in the page: earlier events are lost on a busy machine.
  useEffect(() => {
    if (linkurl !== null && audioRef.current) audioRef.current.src = filePath(linkurl);
  }, [linkurl, cookieReady]);
  if (linkurl === null || isBroken) return <NoPreview element={element} message={text.windows.audioFailed} />;
  if (!cookieReady) return <Fetching />;
  const cover = thumbnailImage && filePath(thumbnailImage);
  return (
    <div className={css.audio}>
      {cover && <img className={css.backdrop} src={cover} alt="" draggable={false} />}
      <div className={css.stage}>
        <img
          className={css.cover}
          src={cover ?? kindIconOf(element)}
          data-icon={!cover || undefined}
          alt=""
          draggable={false}
        />
        <canvas ref={canvasRef} className={css.bars} aria-hidden data-visualiser />
      </div>
      <Player isSound>
        {/* Without `crossOrigin` an analyser of another origin hears silence. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what people upload has none */}
        <audio
          ref={audioRef}
          slot="media"
          crossOrigin="anonymous"
          aria-label={linkname}
          autoPlay
          onPlay={visualise}
          onError={() => setBroken(true)}
        />
      </Player>
    </div>
  );
};

export default AudioViewer;
