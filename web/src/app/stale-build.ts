import { isReachable } from '../shared/connection/connection.js';

const KEY = 'skyshelf:reloaded-for-build';
/** Two reloads within this time would be a loop. */
const LOOP_MS = 30_000;

/** Parts of an old build have other names: what is needed later can't be fetched. Reload, once. */
export const reloadOnStaleBuild = (): void =>
  addEventListener('vite:preloadError', (event) => {
    if (!isReachable()) return;
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < LOOP_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
