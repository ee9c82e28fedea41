import type { BrowserContext } from 'playwright';

/** The hosts that the pages of a test ask when they play with stand-ins. */
export const playerHosts = ['www.youtube-nocookie.com', 'player.vimeo.com', 'www.tiktok.com'];

const serve = (context: BrowserContext, address: string, script: string): Promise<unknown> =>
  context.route(address, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>A player</title><body style="background:#123">A player<script>${script}</script>`,
    }),
  );

/** Speaks youtube's messages; what its first video is, ends as soon as someone listens. */
export const playYoutube = (context: BrowserContext): Promise<unknown> =>
  serve(
    context,
    'https://www.youtube-nocookie.com/**',
    `const say = (message) => parent.postMessage(JSON.stringify({ channel: 'widget', ...message }), '*');
    onmessage = ({ data }) => {
      const { event, func, args } = JSON.parse(data);
      if (event === 'listening') say({ event: 'initialDelivery', info: { playerState: 1 } });
      if (func !== 'addEventListener' || args[0] !== 'onStateChange') return;
      if (!location.pathname.endsWith('AAAAAAAAAAA')) return;
      say({ event: 'onStateChange', info: 0 });
      say({ event: 'infoDelivery', info: { playerState: 0 } });
    };`,
  );

/** Speaks vimeo's messages; 76 ends as soon as someone listens. */
export const playVimeo = (context: BrowserContext): Promise<unknown> =>
  serve(
    context,
    'https://player.vimeo.com/**',
    `onmessage = ({ data }) => {
      if (data.method === 'ping') parent.postMessage({ method: 'ping' }, '*');
      if (data.value === 'ended' && location.pathname.endsWith('/76')) parent.postMessage({ event: 'ended', data: {} }, '*');
    };`,
  );

export const showTiktok = (context: BrowserContext): Promise<unknown> =>
  serve(context, 'https://www.tiktok.com/**', '');

/** Starts stand-ins for all of them. */
export const playAll = (context: BrowserContext): Promise<unknown> =>
  Promise.all([playYoutube(context), playVimeo(context), showTiktok(context)]);
