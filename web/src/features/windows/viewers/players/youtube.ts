import { isRecord, messageFields, type PlayerProtocol } from './player-protocol.js';

const ENDED = 0;
const ID = 'skyshelf';

const command = (func: string, args: readonly unknown[]): string =>
  JSON.stringify({ event: 'command', func, args, id: ID, channel: 'widget' });

/** https://developers.google.com/youtube/iframe_api_reference */
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
