import { messageFields, type PlayerProtocol } from './player-protocol.js';

const listenTo = (value: string) => ({ method: 'addEventListener', value });

/** https://developer.vimeo.com/player/sdk/reference */
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
