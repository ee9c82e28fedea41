import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { programPath } from './programs.mjs';

/** Runs a program in the network of a cluster. `ip netns exec` would hide the cgroups. */
export const inNetwork = ({ namespace }) => (namespace ? ['nsenter', `--net=/run/netns/${namespace}`] : []);

const flags = (values) => Object.entries(values).map(([name, value]) => `--${name}=${value}`);

/** Starts etcd, the API server, and what decides: each when what it needs is ready. */
export async function startControlPlane(settings, certificates, processes) {
  const { host, ports } = settings;
  const start = (name, values, isReady) =>
    processes.start(name, [...inNetwork(settings), programPath(name), ...flags(values)], isReady);
  const ready = (port, path) => () => answers({ host, port, path, certificates });
  await start('etcd', etcdFlags(settings), () => true);
  await start('kube-apiserver', apiServerFlags(settings, certificates), ready(ports.apiServer, '/readyz'));
  const config = (client) => certificates.kubeconfig(client, settings.server);
  await Promise.all([
    start(
      'kube-controller-manager',
      controllerManagerFlags(settings, certificates, config('controller-manager')),
      ready(ports.controllerManager, '/healthz'),
    ),
    start(
      'kube-scheduler',
      { ...decider(config('scheduler'), host), 'secure-port': ports.scheduler },
      ready(ports.scheduler, '/healthz'),
    ),
  ]);
}

/** It serves the API server alone, on the loopback address. Its data need not survive a loss of power. */
function etcdFlags({ folder, ports }) {
  const [clients, peers] = [ports.etcd, ports.etcdPeers].map((port) => `http://127.0.0.1:${port}`);
  return {
    name: 'etcd',
    'data-dir': join(folder, 'etcd'),
    'unsafe-no-fsync': true,
    'log-level': 'warn',
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `etcd=${peers}`,
  };
}

function apiServerFlags({ host, ports, services }, certificates) {
  const path = (name) => certificates.path(name);
  return {
    'etcd-servers': `http://127.0.0.1:${ports.etcd}`,
    'bind-address': host,
    'advertise-address': host,
    'secure-port': ports.apiServer,
    'service-cluster-ip-range': services,
    'client-ca-file': path('ca.crt'),
    'tls-cert-file': path('apiserver.crt'),
    'tls-private-key-file': path('apiserver.key'),
    'service-account-issuer': 'https://kubernetes.default.svc.cluster.local',
    'service-account-key-file': path('tokens.pub'),
    'service-account-signing-key-file': path('tokens.key'),
    'authorization-mode': 'Node,RBAC',
    'enable-admission-plugins': 'NodeRestriction',
    'allow-privileged': true,
    'kubelet-client-certificate': path('kubelet-client.crt'),
    'kubelet-client-key': path('kubelet-client.key'),
    'kubelet-preferred-address-types': 'InternalIP',
    'requestheader-client-ca-file': path('front-ca.crt'),
    'requestheader-allowed-names': 'front-proxy-client',
    'requestheader-username-headers': 'X-Remote-User',
    'requestheader-group-headers': 'X-Remote-Group',
    'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
    'proxy-client-cert-file': path('front.crt'),
    'proxy-client-key-file': path('front.key'),
    // Metrics servers of a cluster without a node run outside of it.
    'enable-aggregator-routing': true,
  };
}

const controllerManagerFlags = ({ host, ports, pods, node }, certificates, config) => ({
  ...decider(config, host),
  // Nodes that only say that pods run are late where the machine is busy.
  ...(!node && { 'node-monitor-grace-period': '5m' }),
  'secure-port': ports.controllerManager,
  'cluster-cidr': pods,
  'root-ca-file': certificates.path('ca.crt'),
  'service-account-private-key-file': certificates.path('tokens.key'),
  'cluster-signing-cert-file': certificates.path('ca.crt'),
  'cluster-signing-key-file': certificates.path('ca.key'),
  'use-service-account-credentials': true,
});

const decider = (config, host) => ({
  kubeconfig: config,
  'authentication-kubeconfig': config,
  'authorization-kubeconfig': config,
  'leader-elect': false,
  'bind-address': host,
});

/** Whether a program of the cluster says that it is well. */
export function answers({ host, port, path, certificates }) {
  return new Promise((resolve) => {
    const [cert, key] = ['admin.crt', 'admin.key'].map((name) => readFileSync(certificates.path(name)));
    // Some of them sign for themselves.
    const call = request(
      { host, port, path, cert, key, rejectUnauthorized: false, timeout: 2_000 },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      },
    );
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(false));
    call.end();
  });
}
