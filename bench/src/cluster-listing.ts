import { launchSkyshelf } from '@skyshelf/testing';
import { againstRaw, interleaved, percentile, rounded, type Figure, type Interleaved } from './figures.js';
import { ITEMS, listingUsers, READS_PER_WRITE, type ListingUsers } from './listing-load.js';

const USERS = 20;
const env = { RATE_UNLIMITED: '127.0.0.1,::1' };

/**
 * Listing 1,000 items as a cluster against the same as one process: both run side by side on one machine and
 * are asked turn by turn. A cluster passes each answer through a balancer, a gateway and a catalog, so on few
 * processors it cannot win; what counts is what the way costs.
 */
export async function benchClusterListing({ rounds = 5, roundMs = 3000 } = {}): Promise<Figure[]> {
  const cluster = await launchSkyshelf({ mode: 'cluster', env });
  const standalone = await launchSkyshelf({ mode: 'standalone', env });
  const users: ListingUsers[] = [];
  try {
    const ofCluster = await listingUsers(cluster, USERS);
    users.push(ofCluster);
    const ofStandalone = await listingUsers(standalone, USERS);
    users.push(ofStandalone);
    const result = await interleaved(
      rounds,
      () => ofCluster.turn(roundMs),
      () => ofStandalone.turn(roundMs),
    );
    return [figure(result, ofCluster.latencies, ofStandalone.latencies)];
  } finally {
    for (const each of users) await each.close();
    await standalone.dispose();
    await cluster.dispose();
  }
}

const figure = (result: Interleaved, cluster: readonly number[], standalone: readonly number[]): Figure => ({
  name: `listing ${ITEMS} items as a cluster, ${USERS} users, 1 write per ${READS_PER_WRITE} reads; raw: standalone`,
  ...againstRaw(result),
  goal: 'known',
  met: result.product > 0,
  details: {
    p50: rounded(percentile(cluster, 0.5)),
    p99: rounded(percentile(cluster, 0.99)),
    p50Standalone: rounded(percentile(standalone, 0.5)),
    p99Standalone: rounded(percentile(standalone, 0.99)),
  },
});
