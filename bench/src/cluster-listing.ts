import { launchSkyshelf } from '@skyshelf/testing';
import { Pool } from 'undici';
import { interleaved, percentile, rounded, type Figure } from './figures.js';
import { fillReaders, ITEMS, READS_PER_WRITE, readOrWrite } from './listing-load.js';
import { load } from './load.js';

const USERS = 20;
const env = { RATE_UNLIMITED: '127.0.0.1,::1' };

/**
 * Listing 1,000 items as a cluster against the same as one process: both run side by side on one machine and are asked turn by turn. A cluster passes each
 * answer through a balancer, a gateway and a catalog, so on few processors it cannot win; what counts is what the way costs.
 */
export async function benchClusterListing({ rounds = 5, roundMs = 3000 } = {}): Promise<Figure[]> {
  const cluster = await launchSkyshelf({ mode: 'cluster', env });
  const standalone = await launchSkyshelf({ mode: 'standalone', env });
  const pools: Pool[] = [];
  const asked = async (skyshelf: typeof cluster, latencies: number[]) => {
    const readers = await fillReaders(skyshelf, USERS);
    const pool = new Pool(skyshelf.url, { connections: USERS });
    pools.push(pool);
    return async () => {
      const { perSecond, milliseconds } = await load(USERS, roundMs, (worker, turn) =>
        readOrWrite(pool, readers[worker], turn),
      );
      latencies.push(...milliseconds);
      return perSecond;
    };
  };
  const [ofCluster, ofStandalone]: [number[], number[]] = [[], []];
  try {
    const product = await asked(cluster, ofCluster);
    const yardstick = await asked(standalone, ofStandalone);
    const result = await interleaved(rounds, product, yardstick);
    return [figure(result, ofCluster, ofStandalone)];
  } finally {
    for (const pool of pools) await pool.close();
    await standalone.dispose();
    await cluster.dispose();
  }
}

const figure = (
  result: { product: number; yardstick: number; ratio: number },
  cluster: number[],
  standalone: number[],
): Figure => ({
  name: `listing ${ITEMS} items as a cluster, ${USERS} users, 1 write per ${READS_PER_WRITE} reads; raw: standalone`,
  value: rounded(result.product, 0),
  unit: '/s',
  raw: rounded(result.yardstick, 0),
  ratio: rounded(result.ratio),
  goal: 'known',
  met: result.product > 0,
  details: {
    p50: rounded(percentile(cluster, 0.5)),
    p99: rounded(percentile(cluster, 0.99)),
    p50Standalone: rounded(percentile(standalone, 0.5)),
    p99Standalone: rounded(percentile(standalone, 0.99)),
  },
});
