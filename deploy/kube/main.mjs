/**
 * `npm run kube -- up [--node] | down | status | load-images [names …] | kubectl … | provide`: a real
 * Kubernetes on this machine.
 *
 *   up            etcd, the API server, controllers and scheduler; --node: with a node that runs pods, which
 * takes root on Linux
 *   load-images   gives the node images that "npm run images -- --draft" has built; all of them when none is named;
 * --servers: those that "npm run images -- --servers" has built
 *   provide       only builds the programs, and those of a node with --node, KEDA with --scalers
 *   --folder F    another cluster than the user's one
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setUpOrExit } from '../../tools/setup.mjs';
import { compile } from '../../tools/setup/compile.mjs';
import { provideDebianPrograms } from '../../tools/setup/debian-programs.mjs';
import { SetupError, say } from '../../tools/setup/messages.mjs';
import { ROOT } from '../../tools/setup/paths.mjs';

const FOR_NODE = {
  runc: 'runc',
  nft: 'nftables',
  umoci: 'umoci',
  ip: 'iproute2',
  nsenter: 'util-linux',
  sysctl: 'procps',
  conntrack: 'conntrack',
  '/usr/lib/cni/bridge': 'containernetworking-plugins',
};

const COMMANDS = {
  up: async (cluster, { node }) => {
    await provide(node);
    await cluster.up({ node });
    cluster.status();
  },
  down: (cluster) => cluster.down(),
  status: (cluster) => cluster.status(),
  'load-images': async (cluster, { servers, from = imagesIn(servers ? 'servers' : 'oci') }, names) => {
    const { settings } = cluster;
    if (!settings?.node) throw new SetupError('No cluster with a node runs: npm run kube -- up --node');
    const { importImages } = await import('./load-images.mjs');
    for (const name of await importImages(settings, from, names)) process.stdout.write(`${name}\n`);
  },
  provide: (_cluster, { node, scalers }) => provide(node, scalers),
};

const imagesIn = (folder) => join(ROOT, 'dist', 'images', process.arch, folder);

async function provide(node, scalers = false) {
  const { CONTROL_PLANE, NODE, SCALERS, providePrograms } = await import('./programs.mjs');
  if (process.platform !== 'linux') throw new SetupError('A cluster runs on Linux only.');
  if (node && process.getuid() !== 0)
    throw new SetupError(
      'A node takes root: it makes networks and containers. Without --node none is needed.',
    );
  await provideDebianPrograms({ openssl: 'openssl', ...(node && FOR_NODE) }, 'A cluster needs');
  await providePrograms([...CONTROL_PLANE, ...(node ? NODE : []), ...(scalers ? SCALERS : [])]);
}

async function main([command, ...words]) {
  await setUpOrExit('images');
  await compile('libs/stack');
  const { Cluster } = await import('./cluster.mjs');
  const { standardFolder } = await import('./cluster-settings.mjs');
  if (command === 'kubectl') {
    process.exitCode = await new Cluster(process.env.SKYSHELF_KUBE || standardFolder()).kubectlHere(words);
    return;
  }
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      node: { type: 'boolean', default: false },
      folder: { type: 'string', default: process.env.SKYSHELF_KUBE || standardFolder() },
      from: { type: 'string' },
      servers: { type: 'boolean', default: false },
      scalers: { type: 'boolean', default: false },
    },
  });
  if (!COMMANDS[command])
    throw new SetupError(
      `There is no command ${command ?? '(none)'}; there are ${Object.keys(COMMANDS).join(', ')}, kubectl.`,
    );
  await COMMANDS[command](new Cluster(values.folder), values, positionals);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const plain =
    error instanceof SetupError ||
    error.name === 'ProvisionError' ||
    error.code?.startsWith('ERR_PARSE_ARGS');
  say(plain ? error.message : error.stack);
  process.exitCode = 1;
}
