import type { BrowserApi } from './browser-api.js';

// Runs in the server's page. A script in a page can import nothing.
const { runtime } = (globalThis.browser ?? globalThis.chrome) as BrowserApi;

/** The code stands behind the address, which is sent to no server. */
const passOn = (): void => {
  const code = /^#code=([\w-]{1,100})$/.exec(location.hash)?.[1];
  if (!code) return;
  runtime.sendMessage({ code }).then(
    (connected) => location.replace(connected === true ? '#connected' : '#refused'),
    () => location.replace('#refused'),
  );
};

addEventListener('hashchange', passOn);
passOn();
