import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from '../../tools/setup/package-manager.mjs';
import { runCommand } from '../../tools/setup/run-command.mjs';
import { NODE_NAME } from './cluster-settings.mjs';
import { inNetwork } from './control-plane.mjs';
import { containerdFolder, programPath } from './programs.mjs';
import { importImages } from './load-images.mjs';
import { makeServerImages, PAUSE } from './server-images.mjs';
import { words } from '../../tools/setup/words.mjs';

const CNI_PROGRAMS = '/usr/lib/cni';

/** Starts what a node is made of, in the cluster's network. */
export async function startNode(settings, certificates, processes) {
  const { run, server } = settings;
  const files = writeNodeFiles(settings, certificates);
  const start = (name, args, isReady) => processes.start(name, [...inNetwork(settings), ...args], isReady);
  const works = async (command, args) => (await runCommand(command, args)).code === 0;
  const ctr = [programPath('ctr'), '--address', join(run, 'containerd.sock')];
  await start(
    'containerd',
    words`env PATH=${containerdFolder()}:${process.env.PATH} ${programPath('containerd')} --config ${files.containerd}`,
    () => works(ctr[0], [...ctr.slice(1), 'version']),
  );
  await importImages(settings, await makeServerImages(settings));
  const kubectl = ['--kubeconfig', certificates.path('admin.kubeconfig')];
  const kubelet = words`--config ${files.kubelet} --kubeconfig ${certificates.kubeconfig('kubelet', server)}
    --root-dir ${run}/kubelet --cert-dir ${settings.folder}/kubelet-certificates
    --hostname-override ${NODE_NAME} --node-ip ${settings.host}`;
  await start('kubelet', [programPath('kubelet'), ...kubelet], () =>
    works(programPath('kubectl'), [...kubectl, 'get', 'node', NODE_NAME]),
  );
  await start('kube-proxy', [programPath('kube-proxy'), '--config', files.proxy], () => true);
  await works(
    programPath('kubectl'),
    words`${kubectl} wait --for=condition=Ready node/${NODE_NAME} --timeout=60s`,
  );
}

function writeNodeFiles(settings, certificates) {
  const folder = join(settings.folder, 'node');
  const networks = join(folder, 'networks');
  mkdirSync(networks, { recursive: true });
  mkdirSync(settings.run, { recursive: true, mode: 0o711 });
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  writeFileSync(join(networks, 'pods.conflist'), JSON.stringify(podNetwork(settings)));
  const names = write('resolv.conf', '# Pods ask the cluster.\n');
  return {
    containerd: write('containerd.toml', containerdSettings(settings, networks)),
    kubelet: write('kubelet.json', JSON.stringify(kubeletSettings(settings, certificates, names))),
    proxy: write('proxy.json', JSON.stringify(proxySettings(settings, certificates))),
  };
}

const podNetwork = ({ pods, run }) => ({
  ...{ cniVersion: '1.0.0', name: 'pods' },
  plugins: [
    {
      ...{ type: 'bridge', bridge: 'pods', isGateway: true, hairpinMode: true },
      ipam: {
        type: 'host-local',
        ranges: [[{ subnet: pods }]],
        routes: [{ dst: '0.0.0.0/0' }],
        dataDir: join(run, 'addresses'),
      },
    },
  ],
});

/** A machine that is itself a guest may forbid what containerd does by itself: scores of the OOM killer, AppArmor. */
const containerdSettings = ({ folder, run }, networks) => `version = 3
root = "${join(folder, 'containerd')}"
state = "${join(run, 'containerd')}"
[grpc]
address = "${join(run, 'containerd.sock')}"
[plugins.'io.containerd.cri.v1.images']
snapshotter = 'overlayfs'
[plugins.'io.containerd.cri.v1.images'.pinned_images]
sandbox = '${PAUSE}'
[plugins.'io.containerd.cri.v1.runtime']
restrict_oom_score_adj = true
disable_apparmor = true
netns_mounts_under_state_dir = true
[plugins.'io.containerd.cri.v1.runtime'.cni]
bin_dirs = ['${CNI_PROGRAMS}']
conf_dir = '${networks}'
[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]
runtime_type = 'io.containerd.runc.v2'
[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]
BinaryName = '${onPath(['runc'])}'
SystemdCgroup = false
`;

const kubeletSettings = ({ host, dns, run, namespace }, certificates, names) => ({
  ...{ apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration' },
  ...{
    address: host,
    healthzBindAddress: host,
    clusterDomain: 'cluster.local',
    clusterDNS: [dns],
    resolvConf: names,
  },
  authentication: {
    ...{ anonymous: { enabled: false }, webhook: { enabled: true } },
    x509: { clientCAFile: certificates.path('ca.crt') },
  },
  authorization: { mode: 'Webhook' },
  containerRuntimeEndpoint: `unix://${join(run, 'containerd.sock')}`,
  ...{ failCgroupV1: false, cgroupDriver: 'cgroupfs', enforceNodeAllocatable: [], failSwapOn: false },
  ...{ cgroupRoot: `/${namespace}`, localStorageCapacityIsolation: false },
  // What is loaded is here because it is needed.
  ...{ imageGCHighThresholdPercent: 100, evictionHard: { 'memory.available': '64Mi' } },
});

const proxySettings = ({ host, pods, server }, certificates) => ({
  ...{ apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration', mode: 'nftables' },
  ...{ clusterCIDR: pods, hostnameOverride: NODE_NAME, bindAddress: host },
  ...{ healthzBindAddress: `${host}:10256`, metricsBindAddress: `${host}:10249` },
  clientConnection: { kubeconfig: certificates.kubeconfig('proxy', server) },
  // As on many nodes: a pod that ends, and one that is ready, is known some seconds later.
  nftables: { minSyncPeriod: '5s', syncPeriod: '30s' },
  // The limits of the machine stay as they are.
  conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
});
