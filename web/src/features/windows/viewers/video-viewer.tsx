import { type ElementView, messages } from '@skyshelf/contracts/browser';
import { shownFileType } from '@skyshelf/contracts/rules';
import { useMemo, useRef, useState } from 'react';
import { Loader } from '@mantine/core';
import { type FileAddresses, useFileAddresses } from '../../../shared/files/file-addresses.js';
import { useCompact } from '../../../shared/dom/media-queries.js';
import { selectJob } from '../../../shared/jobs/jobs-slice.js';
import { useReadCookieReady } from '../../../shared/session/read-cookie.js';
import { useAppSelector } from '../../../shared/store/store.js';
import { FilmPlayer, type FilmSource, type PlaybackPosition } from './film-player.js';
import { NoPreview } from './placeholders.js';
import { type Conversion, useConvertedVideo } from './use-converted-video.js';
import { windowsTexts } from '../../../shared/messages/windows-texts.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './video-viewer.module.css';

function sourceOf(
  direct: string | null,
  conversion: Conversion | null,
  files: FileAddresses,
): FilmSource | null {
  if (direct !== null) return { path: files.path(direct), isLive: false };
  if (conversion?.phase === 'ready') return { path: files.path(conversion.address), isLive: false };
  if (conversion?.phase === 'waiting' && conversion.live !== null)
    return { path: conversion.live, isLive: true };
  return null;
}

const VideoViewer = ({ element, onEnd }: ViewerProps) => {
  const { _id, linktype, extension, linkurl, openElement, linkname } = element;
  const cookieReady = useReadCookieReady();
  const files = useFileAddresses();
  const compact = useCompact();
  const isDirect = shownFileType(linktype, extension).conversion === null;
  const own = openElement ?? (isDirect ? linkurl : null);
  const [unplayable, setUnplayable] = useState<readonly string[]>([]);
  const [soundOnly, setSoundOnly] = useState<FilmSource | null>(null);
  const position = useRef<PlaybackPosition>({ seconds: 0, paused: false });
  const direct = own !== null && !unplayable.includes(files.path(own)) ? own : null;
  const { conversion, lostLive, askAgain } = useConvertedVideo(element, direct === null);
  const job = useAppSelector((state) => selectJob(state, _id));
  const found = useMemo(() => sourceOf(direct, conversion, files), [direct, conversion, files]);

  const isRefused = conversion?.phase === 'failed' || (found !== null && unplayable.includes(found.path));
  if (isRefused && soundOnly === null) {
    const { message, reason } =
      conversion?.phase === 'failed' ? conversion : { message: messages.videoUnplayable, reason: null };
    return <NoPreview element={element} message={message} reason={reason} onAgain={askAgain} />;
  }
  const source = isRefused ? soundOnly : found;
  if (source === null) {
    const known = job?.kind === 'mp4' ? job.percent : null;
    const asked = conversion?.phase === 'waiting' ? conversion.percent : null;
    return <VideoWaiting element={element} percent={known ?? asked} />;
  }
  const refuse = (failed: FilmSource): void =>
    failed.isLive ? lostLive(failed.path) : setUnplayable([...unplayable, failed.path]);
  // It plays sound though it can't decode the picture: converted, perhaps.
  const refusePicture = (failed: FilmSource): void => {
    if (failed.isLive || isRefused) return;
    setSoundOnly(failed);
    refuse(failed);
  };
  return (
    <div className={css.video}>
      {cookieReady && (
        <FilmPlayer
          source={source}
          position={position}
          label={linkname}
          scrub={element.thumbnailScrub}
          onFailure={refuse}
          onSoundOnly={refusePicture}
          onEnd={compact ? onEnd : undefined}
        />
      )}
    </div>
  );
};

export default VideoViewer;

interface VideoWaitingProps {
  element: ElementView;
  percent: number | null;
}

const VideoWaiting = ({ element: { thumbnailImage }, percent }: VideoWaitingProps) => {
  const files = useFileAddresses();
  return (
    <div className={css.waiting}>
      {thumbnailImage && (
        <img className={css.backdrop} src={files.path(thumbnailImage)} alt="" draggable={false} />
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
            aria-label={windowsTexts.converted(percent)}
          >
            <span>{windowsTexts.converted(percent)}</span>
          </div>
        )}
        <p>{windowsTexts.converting}</p>
      </div>
    </div>
  );
};
