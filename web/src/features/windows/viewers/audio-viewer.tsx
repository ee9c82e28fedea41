import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useFileAddresses } from '../../../shared/files/file-addresses.js';
import { prefersReducedMotion } from '../../../shared/dom/media-queries.js';
import { kindIconOf } from '../../../shared/kinds/kind-icons.js';
import { windowsTexts } from '../../../shared/messages/windows-texts.js';
import { useReadCookieReady } from '../../../shared/session/read-cookie.js';
import { Fetching, NoPreview } from './placeholders.js';
import { Player } from './player/player.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './player/player.module.css';

/** The specification's: 128 levels. */
export const FFT_SIZE = 256;

const BAR_PX = 7;
const GAP_PX = 3;
/** The upper third of frequencies is nearly silent in music. */
const USED_SHARE = 0.7;

/** Gives levels from 0 to 1, low frequencies first. */
export function barLevels(levels: Uint8Array, count: number): number[] {
  const used = Math.max(1, Math.floor(levels.length * USED_SHARE));
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * used) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * used) / count));
    return Math.max(...levels.subarray(from, to)) / 255;
  });
}

export function drawBars(canvas: HTMLCanvasElement, levels: Uint8Array): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const drawing = canvas.getContext('2d');
  if (!drawing || width === 0 || height === 0) return;
  const ratio = window.devicePixelRatio || 1;
  const across = Math.round(width * ratio);
  const down = Math.round(height * ratio);
  if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
  drawing.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawing.clearRect(0, 0, width, height);
  const colours = drawing.createLinearGradient(0, height, 0, 0);
  colours.addColorStop(0, '#1fbcd3');
  colours.addColorStop(1, '#b7f2fa');
  drawing.fillStyle = colours;
  const count = Math.max(1, Math.floor((width + GAP_PX) / (BAR_PX + GAP_PX)));
  const left = (width - count * (BAR_PX + GAP_PX) + GAP_PX) / 2;
  barLevels(levels, count).forEach((level, index) => {
    const tall = Math.max(3, level * height);
    drawing.beginPath();
    drawing.roundRect(left + index * (BAR_PX + GAP_PX), height - tall, BAR_PX, tall, 3);
    drawing.fill();
  });
}

interface AudioTap {
  context: AudioContext;
  analyser: AnalyserNode;
}

/** The sound passes through the analyser from here on, because an element allows only one source node. */
function tap(audio: HTMLAudioElement): AudioTap {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = FFT_SIZE;
  context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
  return { context, analyser };
}

/** @returns to be called at each play */
export function useVisualiser(
  audioRef: RefObject<HTMLAudioElement | null>,
  canvasRef: RefObject<HTMLCanvasElement | null>,
): () => void {
  const hearing = useRef<AudioTap | null>(null);
  const frame = useRef(0);
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      void hearing.current?.context.close();
      hearing.current = null;
    },
    [],
  );

  return useCallback(() => {
    const audio = audioRef.current;
    const canvas = canvasRef.current;
    if (!audio || !canvas || prefersReducedMotion()) return;
    const { context, analyser } = (hearing.current ??= tap(audio));
    void context.resume();
    const levels = new Uint8Array(analyser.frequencyBinCount);
    const draw = (): void => {
      analyser.getByteFrequencyData(levels);
      drawBars(canvas, levels);
      // Until the bars have come down.
      if (!audio.paused || levels.some((level) => level > 0)) frame.current = requestAnimationFrame(draw);
    };
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(draw);
  }, [audioRef, canvasRef]);
}

const AudioViewer = ({ element }: ViewerProps) => {
  const { linkurl, linkname, thumbnailImage } = element;
  const cookieReady = useReadCookieReady();
  const files = useFileAddresses();
  const audioRef = useRef<HTMLAudioElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  const visualise = useVisualiser(audioRef, canvasRef);
  // Once in the page: earlier events are lost on a busy machine.
  useEffect(() => {
    if (linkurl !== null && audioRef.current) audioRef.current.src = files.path(linkurl);
  }, [linkurl, cookieReady, files]);
  if (linkurl === null || isBroken) return <NoPreview element={element} message={windowsTexts.audioFailed} />;
  if (!cookieReady) return <Fetching />;
  const cover = thumbnailImage && files.path(thumbnailImage);
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
