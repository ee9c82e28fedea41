import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PlayerProtocol } from './players.js';

/** Blocked, gone, or no network. */
const DEAD_AFTER_MS = 10_000;
const GREET_EVERY_MS = 500;

interface PlayerFrameOptions {
  frameRef: RefObject<HTMLIFrameElement | null>;
  /** Messages of other origins are ignored. */
  origin: string;
  /** Null: a silent frame; loading must do. */
  protocol: PlayerProtocol | null;
  onEnd: () => void;
  deadAfterMs?: number | undefined;
}

type FrameState = 'waiting' | 'alive' | 'dead';

/** Heard late, it is alive all the same. */
export function usePlayerFrame({
  frameRef,
  origin,
  protocol,
  onEnd,
  deadAfterMs = DEAD_AFTER_MS,
}: PlayerFrameOptions): FrameState {
  const [state, setState] = useState<FrameState>('waiting');
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    const giveUp = setTimeout(() => setState('dead'), deadAfterMs);
    const settle = (next: FrameState): void => {
      clearTimeout(giveUp);
      setState(next);
    };
    const stop = protocol
      ? listen(frame, origin, protocol, {
          alive: () => settle('alive'),
          ended: () => end.current(),
          failed: () => settle('dead'),
        })
      : onLoad(frame, () => settle('alive'));
    return () => {
      clearTimeout(giveUp);
      stop();
    };
  }, [frameRef, origin, protocol, deadAfterMs]);
  return state;
}

function onLoad(frame: HTMLIFrameElement, loaded: () => void): () => void {
  frame.addEventListener('load', loaded);
  return () => frame.removeEventListener('load', loaded);
}

/** @returns ends that */
function listen(
  frame: HTMLIFrameElement,
  origin: string,
  { greeting, read }: PlayerProtocol,
  heard: Record<'alive' | 'ended' | 'failed', () => void>,
): () => void {
  // To any origin, nothing is secret: addressed to the provider, a failed frame would cause page errors.
  const greet = (): void => {
    for (const message of greeting) frame.contentWindow?.postMessage(message, '*');
  };
  const greeter = setInterval(greet, GREET_EVERY_MS);
  let hasEnded = false;
  const onMessage = (event: MessageEvent<unknown>): void => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    const word = read(event.data);
    if (word === null) return;
    clearInterval(greeter);
    heard[word === 'failed' ? 'failed' : 'alive']();
    // Some say it twice.
    if (word === 'ended' && !hasEnded) heard.ended();
    hasEnded ||= word === 'ended';
  };
  addEventListener('message', onMessage);
  return () => {
    clearInterval(greeter);
    removeEventListener('message', onMessage);
  };
}
