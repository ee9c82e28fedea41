import { existsSync } from 'node:fs';
import { SetupError, step } from '../setup/messages.mjs';
import { installLine, installSystemPackages, onPath } from '../setup/package-manager.mjs';

const FOR_ALL = { openssl: 'openssl' };
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

/**
 * What the cluster's programs themselves need of the system.
 * @throws {SetupError} with what to do where a cluster can't be had
 */
export async function provideNodeTools({ node }) {
  if (process.platform !== 'linux') throw new SetupError('A cluster runs on Linux only.');
  if (node && process.getuid() !== 0)
    throw new SetupError(
      'A node takes root: it makes networks and containers. Without --node none is needed.',
    );
  const is = (name) => (name.startsWith('/') ? existsSync(name) : onPath([name, `../sbin/${name}`]));
  const missing = () => Object.entries({ ...FOR_ALL, ...(node && FOR_NODE) }).filter(([name]) => !is(name));
  const packages = { apt: missing().map(([, name]) => name) };
  if (packages.apt.length === 0) return;
  await step(`Installing ${packages.apt.join(', ')}`, () => installSystemPackages(packages));
  if (missing().length)
    throw new SetupError(`A cluster needs ${packages.apt.join(', ')}: ${installLine(packages)}`);
}
