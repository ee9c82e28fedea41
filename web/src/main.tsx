import { createRoot } from 'react-dom/client';
import './app/theme/styles.js';
import { App } from './app/app.js';
import { isReachable } from './shared/connection/connection.js';
import { forgetWithSession } from './shared/offline/forget.js';
import { applyRememberedScheme } from './app/theme/colour-scheme.js';

const KEY = 'skyshelf:reloaded-for-build';
/** Two reloads within this time would be a loop. */
const LOOP_MS = 30_000;

/** Parts of an old build have other names: what is needed later can't be fetched. Reload, once. */
const reloadOnStaleBuild = (): void =>
  addEventListener('vite:preloadError', (event) => {
    if (!isReachable()) return;
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < LOOP_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    location.reload();
  });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
reloadOnStaleBuild();
forgetWithSession();
applyRememberedScheme();
createRoot(root).render(<App />);
