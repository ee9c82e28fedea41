import { readFileSync } from 'node:fs';
import { runCommand } from '../../tools/setup/run-command.mjs';
import { mustRun } from '../images/must-run.mjs';
import { inNetwork } from './control-plane.mjs';

/** Makes the cluster's network, with a link by which this machine reaches node, pods and services. */
export async function makeNetwork(settings) {
  const { namespace, link, host, gateway, pods, services } = settings;
  const ip = (...args) => mustRun('ip', args);
  const inside = (...args) => {
    const [command, ...words] = [...inNetwork(settings), ...args];
    return mustRun(command, words);
  };
  await ip('netns', 'add', namespace);
  await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'outside', 'netns', namespace);
  await ip('address', 'add', `${gateway}/30`, 'dev', link);
  await ip('link', 'set', link, 'up');
  await inside('ip', 'link', 'set', 'lo', 'up');
  await inside('ip', 'address', 'add', `${host}/30`, 'dev', 'outside');
  await inside('ip', 'link', 'set', 'outside', 'up');
  await inside('ip', 'route', 'add', 'default', 'via', gateway);
  // Answers between pods of one bridge must pass what has changed their addresses.
  const switches = ['net.ipv4.ip_forward=1', 'net.bridge.bridge-nf-call-iptables=1'];
  await inside('sysctl', '--quiet', '--write', ...switches);
  for (const range of [pods, services]) await ip('route', 'add', range, 'via', host);
}

export async function removeNetwork({ namespace, link }) {
  await runCommand('ip', ['link', 'delete', link]);
  await runCommand('ip', ['netns', 'delete', namespace]);
}

/** Unmounts all that is mounted below folders, the innermost first. */
export async function unmountBelow(folders) {
  const mounted = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4]?.replaceAll('\\040', ' '))
    .filter((path) => path && folders.some((folder) => path === folder || path.startsWith(`${folder}/`)));
  for (const path of mounted.reverse()) await runCommand('umount', ['--lazy', path]);
}

/** The network namespaces of pods, by their addresses. */
export async function podNetworks({ run }) {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const paths = mounts
    .map(([, , , , path]) => path)
    .filter((path) => path?.startsWith(`${run}/`) && path.includes('/netns/'));
  const found = await Promise.all(
    [...new Set(paths)].map(async (path) => {
      const said = await mustRun('nsenter', [`--net=${path}`, 'ip', '-4', '-o', 'address']);
      return [/eth0\s+inet ([\d.]+)/.exec(said)?.[1], path];
    }),
  );
  return new Map(found);
}
