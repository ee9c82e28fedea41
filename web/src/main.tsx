import './app/theme/styles.js';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { reloadOnStaleBuild } from './app/stale-build.js';
import { forgetWithSession } from './shared/offline/forget.js';
import { applyRememberedScheme } from './app/theme/colour-scheme.js';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
reloadOnStaleBuild();
forgetWithSession();
applyRememberedScheme();
createRoot(root).render(<App />);
