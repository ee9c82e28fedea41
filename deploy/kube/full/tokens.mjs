import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustRun } from '../../images/must-run.mjs';
import { productNode } from '../../../tools/setup/node-version.mjs';
import { ROOT } from '../../../tools/setup/paths.mjs';
import { podNetworks } from '../network.mjs';
import { words } from '../../../tools/setup/words.mjs';

/**
 * Signs in as many new users, as an operator does: by the keys of the installation.
 * @param user whom instead, each time
 */
export async function newTokens(release, count, user) {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-load-'));
  try {
    const { data } = await release.get('secret', 'shelf-skyshelf-keys');
    const keys = join(folder, 'keys.json');
    writeFileSync(keys, Buffer.from(data['keys.json'], 'base64'), { mode: 0o600 });
    const { items } = await release.get('pods', '--selector=app.kubernetes.io/component=gateway');
    const env = {
      ...process.env,
      SKYSHELF_KEYS_FILE: keys,
      SKYSHELF_PEERS: `gateway=http://${items[0].status.podIP}:8081`,
    };
    const cli = join(ROOT, 'apps/operations/main.mjs');
    const tokens = [];
    // Policies let no one else in at the internal port.
    const network = (await podNetworks(release.cluster.settings)).get(items[0].status.podIP);
    while (tokens.length < count) {
      const name = user ?? `load-${randomUUID()}`;
      const asked = words`--net=${network} ${productNode()} ${cli} token --user ${name}`;
      tokens.push(await mustRun('nsenter', asked, { env }));
    }
    return tokens;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Finds the address where people reach the gateway. */
export async function gatewayOf(release) {
  const { spec } = await release.get('service', 'shelf-skyshelf-gateway');
  return `http://${spec.clusterIP}:8080`;
}
