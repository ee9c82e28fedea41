import { freeFixedPort, type StackProxies } from '@skyshelf/stack';
import type { Victim } from './target.js';

/**
 * Ports that the local cluster has at least: those of a free place of each service, and the gateways' public
 * ones, included.
 */
const PORTS = 19;

/**
 * Proxies before the processes of a cluster: all that peers, the balancer and clients send to one of them
 * goes through its own.
 */
export interface ServiceProxies {
  /** Format: that of CLUSTER_PORTS. */
  ports: string;
  /**
   * Lets through to these addresses alone: a proxy before nothing would take connections and drop them, where
   * no one listens they are refused.
   */
  only(urls: readonly string[]): Promise<void>;
  /** How the process that is reached at these addresses is cut off. */
  cutOf(urls: () => Promise<readonly string[]>): NonNullable<Victim['cut']>;
  remove(): Promise<void>;
}

/** @param name of the installation: tells its proxies apart from others' */
export async function placeProxies(proxies: StackProxies, name: string): Promise<ServiceProxies> {
  const ports: { listening: number; reached: number }[] = [];
  for (let at = 0; at < PORTS; at += 1) {
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
    cutOf: (urls) => {
      let cut: readonly string[] = [];
      return {
        break: async () => {
          cut = (await urls()).map(nameOf);
          await Promise.all(cut.map((each) => proxies.refuse(each)));
        },
        reconnect: async () => void (await Promise.all(cut.map((each) => proxies.reconnect(each)))),
      };
    },
    remove: async () => {
      await Promise.all(ports.map(({ reached }) => proxies.remove(`${name}-${reached}`)));
    },
  };
}
