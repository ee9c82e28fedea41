import { freeFixedPort, type StackProxies } from '@skyshelf/stack';
import type { Victim } from './target.js';

/** Places for processes that the local cluster has at least; a free one of each service included. */
const PLACES = 16;

/** Proxies before the processes of a cluster: all that peers, the balancer and clients send to one of them goes through its own. */
export interface ServiceProxies {
  /** CLUSTER_PORTS */
  ports: string;
  /** Lets through to these addresses alone: a proxy before nothing would take connections and drop them, where nobody listens they are refused. */
  only(urls: readonly string[]): Promise<void>;
  /** How the process that is reached at an address is cut off. */
  cutOf(url: () => Promise<string>): NonNullable<Victim['cut']>;
  remove(): Promise<void>;
}

/** @param name of the installation: tells its proxies apart from others' */
export async function placeProxies(proxies: StackProxies, name: string): Promise<ServiceProxies> {
  const ports: { listening: number; reached: number }[] = [];
  for (let at = 0; at < PLACES; at += 1) {
    const pair = { listening: await freeFixedPort(), reached: await freeFixedPort() };
    await proxies.ensure(`${name}-${pair.reached}`, pair.reached, pair.listening);
    ports.push(pair);
  }
  const nameOf = (url: string) => `${name}-${new URL(url).port}`;
  return {
    ports: ports.map(({ listening, reached }) => `${listening}:${reached}`).join(','),
    only: async (urls) => {
      const used = new Set(urls.map(nameOf));
      const unused = ports.map(({ reached }) => `${name}-${reached}`).filter((each) => !used.has(each));
      await Promise.all(unused.map((each) => proxies.refuse(each)));
    },
    cutOf: (url) => {
      let cut = '';
      return {
        break: async () => {
          cut = nameOf(await url());
          await proxies.refuse(cut);
        },
        mend: () => proxies.mend(cut),
      };
    },
    remove: async () => {
      await Promise.all(ports.map(({ reached }) => proxies.remove(`${name}-${reached}`)));
    },
  };
}
