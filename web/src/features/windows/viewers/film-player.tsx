import { scrubSprite } from '@skyshelf/contracts/browser';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFileAddresses } from '../../../shared/files/file-addresses.js';
import { logError } from '../../../shared/log-error.js';
import { Player } from './player/player.js';

const { columns, rows, width, height } = scrubSprite;
const MOMENTS = columns * rows;

/** Formats hours, minutes, seconds and thousandths as WebVTT does. */
function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (unit: number, of: number): string => String(Math.floor(milliseconds / unit) % of);
  return `${part(3_600_000, 1e6).padStart(2, '0')}:${part(60_000, 60).padStart(2, '0')}:${part(1000, 60).padStart(2, '0')}.${part(1, 1000).padStart(3, '0')}`;
}

/**
 * The thumbnails track that players read.
 * @param sprite address with origin
 * @param duration seconds
 */
export function momentsVtt(sprite: string, duration: number): string {
  const cues = Array.from({ length: MOMENTS }, (_, cell) => {
    const x = (cell % columns) * width;
    const y = Math.floor(cell / columns) * height;
    const from = timestamp((cell * duration) / MOMENTS);
    const to = timestamp(((cell + 1) * duration) / MOMENTS);
    return `${from} --> ${to}\n${sprite}#xywh=${x},${y},${width},${height}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

export interface FilmSource {
  /** A path on this server. */
  path: string;
  /** An HLS list of a film being converted. */
  isLive: boolean;
}

export interface PlaybackPosition {
  seconds: number;
  paused: boolean;
}

interface FilmPlayerProps {
  source: FilmSource;
  position: RefObject<PlaybackPosition>;
  label: string;
  onFailure: (source: FilmSource) => void;
  /** It has the form of `thumbnailScrub`. */
  scrub?: string | null | undefined;
  onSoundOnly?: ((source: FilmSource) => void) | undefined;
  onEnd?: (() => void) | undefined;
}

const HLS = 'application/vnd.apple.mpegurl';

/**
 * Plays by hls.js where the browser does not support HLS.
 * @returns ends that
 */
function attach(video: HTMLVideoElement, { path, isLive }: FilmSource, onFailure: () => void): () => void {
  if (!isLive || video.canPlayType(HLS) !== '') {
    video.src = path;
    return () => video.removeAttribute('src');
  }
  let end = (): void => onFailure();
  let isEnded = false;
  const load = async (): Promise<void> => {
    const { playHls } = await import('./play-hls.js');
    if (!isEnded) end = playHls(video, path, onFailure);
  };
  load().catch((failure: unknown) => {
    logError('The player of films under way could not be loaded', failure);
    onFailure();
  });
  return () => {
    isEnded = true;
    if (end !== onFailure) end();
  };
}

/** Changes to the whole film unseen: while it stands still or jumps. */
function useShown(source: FilmSource, position: RefObject<PlaybackPosition>) {
  const [shown, setShown] = useState(source);
  const changeOver = (): void => {
    if (source.path !== shown.path) setShown(source);
  };
  const isStill = position.current.paused || !shown.isLive;
  useEffect(() => {
    if (isStill) setShown((last) => (last.path === source.path ? last : source));
  }, [isStill, source]);
  return { shown, setShown, changeOver };
}

export const FilmPlayer = ({
  source,
  position,
  label,
  scrub,
  onFailure,
  onSoundOnly,
  onEnd,
}: FilmPlayerProps) => {
  const videoRef = useRef<HTMLVideoElement>(null);
  const [duration, setDuration] = useState(0);
  const { shown, setShown, changeOver } = useShown(source, position);
  const failed = useRef<() => void>(() => undefined);
  useEffect(() => {
    failed.current = () => (source.path === shown.path ? onFailure(shown) : setShown(source));
  });
  useEffect(() => {
    const video = videoRef.current;
    return video ? attach(video, shown, () => failed.current()) : undefined;
  }, [shown]);

  return (
    <Player>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what people upload has none */}
      <video
        ref={videoRef}
        key={shown.path}
        aria-label={label}
        data-live={shown.isLive || undefined}
        slot="media"
        autoPlay={!position.current.paused}
        playsInline
        onLoadedMetadata={({ currentTarget: video }) => {
          if (position.current.seconds > 0) video.currentTime = position.current.seconds;
          if (video.videoWidth === 0) onSoundOnly?.(shown);
        }}
        onTimeUpdate={({ currentTarget: { currentTime } }) => {
          if (currentTime > 0) position.current.seconds = currentTime;
        }}
        onSeeking={({ currentTarget: { currentTime } }) => {
          position.current.seconds = currentTime;
          changeOver();
        }}
        onPlay={() => (position.current.paused = false)}
        onPause={() => {
          position.current.paused = true;
          changeOver();
        }}
        onDurationChange={({ currentTarget: video }) => setDuration(video.duration)}
        onEnded={onEnd}
        onError={() => failed.current()}
      >
        {scrub && Number.isFinite(duration) && duration > 0 && (
          <MomentsTrack scrub={scrub} duration={duration} />
        )}
      </video>
    </Player>
  );
};

interface MomentsTrackProps {
  scrub: string;
  duration: number;
}

const MomentsTrack = ({ scrub, duration }: MomentsTrackProps) => {
  const files = useFileAddresses();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const sprite = new URL(files.path(scrub), location.origin).href;
    const made = URL.createObjectURL(new Blob([momentsVtt(sprite, duration)], { type: 'text/vtt' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [scrub, duration, files]);
  return address && <track kind="metadata" label="thumbnails" src={address} default />;
};
