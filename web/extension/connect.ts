import type { BrowserApi } from './browser-api.js';

// Runs in the page on which one allows the extension to connect. It stands alone: a script in a page can import
// nothing.
const { runtime } = (globalThis.browser ?? globalThis.chrome) as BrowserApi;

/** The page puts its code behind the address, which is sent to no server, and learns there what came of it. */
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
