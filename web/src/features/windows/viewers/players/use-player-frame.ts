import { useEffect, useRef, useState, type RefObject } from 'react';
import type { PlayerProtocol } from './player-protocol.js';

/** A frame that has said nothing by then is taken for dead: blocked, or gone, or no network. */
const DEAD_AFTER_MS = 10_000;
const GREET_EVERY_MS = 500;

interface PlayerFrameOptions {
  frameRef: RefObject<HTMLIFrameElement | null>;
  /** Where the frame comes from: what others say is ignored. */
  origin: string;
  /** Null for a frame that says nothing: that it has loaded must do. */
  protocol: PlayerProtocol | null;
  onEnd: () => void;
  deadAfterMs?: number | undefined;
}

export type FrameState = 'waiting' | 'alive' | 'dead';

/** Listens to the player in a frame. One that is heard late is alive all the same. */
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

/** Greets until it is answered. @returns ends that */
function listen(
  frame: HTMLIFrameElement,
  origin: string,
  { greeting, read }: PlayerProtocol,
  heard: Record<'alive' | 'ended' | 'failed', () => void>,
): () => void {
  // To any page in the frame, for there is nothing secret in it: addressed to the provider, each one to a frame that
  // failed to load would be an error of the page.
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
