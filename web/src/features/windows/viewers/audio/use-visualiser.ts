import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { prefersStill } from '../../../../shared/dom/still.js';
import { drawBars, FFT_SIZE } from './bars.js';

interface Hearing {
  context: AudioContext;
  analyser: AnalyserNode;
}

/** From here on the sound passes the analyser: an element can be tapped once. */
function tap(audio: HTMLAudioElement): Hearing {
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
  const hearing = useRef<Hearing | null>(null);
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
    if (!audio || !canvas || prefersStill()) return;
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
