import { SERVICES } from './end-to-end.mjs';

/**
 * Mistakes that values can make; requests fail by each while pods come and go. Those of the chart itself are
 * tools/chart/mistakes.mjs.
 */
export const MISTAKES = {
  'no-drain': () => ({ serviceDefaults: { drainSeconds: 0 } }),
  'fixed-peers': async (release) => {
    const { items } = await release.get('pods', '--field-selector=status.phase=Running');
    const addressOf = (service) =>
      items.find(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === service).status.podIP;
    const peers = SERVICES.map((each) => `${each}=http://${addressOf(each)}:8081`);
    return { serviceDefaults: { env: { SKYSHELF_PEERS: peers.join(',') } } };
  },
};
