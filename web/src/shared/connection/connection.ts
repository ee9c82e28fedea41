import { useSyncExternalStore } from 'react';

/** A small file of the server that no worker keeps. */
const PROBE = '/favicon.svg';
const PROBE_MS = 8000;
/** While the server is away it is asked for so often. */
const AGAIN_MS = 5000;

let reachable = true;
let probing: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const answers = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    // A proxy may answer in the server's place.
    return (await fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal })).status < 500;
  } catch {
    return false;
  }
};

const probe = async (): Promise<void> => {
  clearTimeout(timer);
  const now = await answers();
  if (!now) timer = setTimeout(suspectConnection, AGAIN_MS);
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener();
};

/**
 * A request got no answer, or the network has changed: finds out whether the server is there. What the browser says of
 * networks is a hint only: a server may run on this very machine.
 */
export const suspectConnection = (): void => {
  probing ??= probe().finally(() => (probing = null));
};

addEventListener('offline', suspectConnection);
addEventListener('online', suspectConnection);

export const isReachable = (): boolean => reachable;

/** Calls back when the server went away or came back; answers how to stop that. */
export const onConnectionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether the server answers, as far as is known. */
export const useReachable = (): boolean => useSyncExternalStore(onConnectionChange, isReachable);
