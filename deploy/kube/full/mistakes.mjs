import { peersOf } from './end-to-end.mjs';

/**
 * Mistakes that values can make; requests fail by each while pods come and go. Those of the chart itself are
 * tools/chart/mistakes.mjs.
 */
export const MISTAKES = {
  'no-drain': () => ({ serviceDefaults: { drainSeconds: 0 } }),
  'fixed-peers': async (release) => ({
    serviceDefaults: { env: { SKYSHELF_PEERS: await peersOf(release) } },
  }),
};
