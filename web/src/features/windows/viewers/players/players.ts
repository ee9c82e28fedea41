type PlayerWord = 'alive' | 'ended' | 'failed';

/** Windows exchange messages, so that no provider's script runs in our page. */
export interface PlayerProtocol {
  query(ownOrigin: string): Record<string, string>;
  greeting: readonly unknown[];
  /**
   * Is null for a message of no interest. The message comes from the player's frame and origin, but its content is
   * unchecked.
   */
  read(message: unknown): PlayerWord | null;
}

/** An object, also as JSON. */
function messageFields(message: unknown): Readonly<Record<string, unknown>> | null {
  const parsed = typeof message === 'string' ? parse(message) : message;
  return isRecord(parsed) ? parsed : null;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const listenTo = (value: string) => ({ method: 'addEventListener', value });

/** Source: https://developer.vimeo.com/player/sdk/reference */
export const vimeo: PlayerProtocol = {
  query: () => ({ autoplay: '1', dnt: '1', playsinline: '1', api: '1' }),
  greeting: [{ method: 'ping' }, listenTo('ended'), listenTo('error')],
  read(message) {
    const { event, method } = messageFields(message) ?? {};
    if (event === 'ended' || event === 'finish') return 'ended';
    if (event === 'error') return 'failed';
    return typeof event === 'string' || typeof method === 'string' ? 'alive' : null;
  },
};

const ENDED = 0;
const ID = 'skyshelf';

const command = (func: string, args: readonly unknown[]): string =>
  JSON.stringify({ event: 'command', func, args, id: ID, channel: 'widget' });

/** Source: https://developers.google.com/youtube/iframe_api_reference */
export const youtube: PlayerProtocol = {
  query: (origin) => ({ autoplay: '1', controls: '1', enablejsapi: '1', playsinline: '1', rel: '0', origin }),
  greeting: [
    JSON.stringify({ event: 'listening', id: ID, channel: 'widget' }),
    command('addEventListener', ['onStateChange']),
    command('addEventListener', ['onError']),
  ],
  read(message) {
    const { event, info } = messageFields(message) ?? {};
    if (typeof event !== 'string') return null;
    if (event === 'onError') return 'failed';
    const state = event === 'infoDelivery' && isRecord(info) ? info.playerState : info;
    if ((event === 'onStateChange' || event === 'infoDelivery') && state === ENDED) return 'ended';
    return 'alive';
  },
};
