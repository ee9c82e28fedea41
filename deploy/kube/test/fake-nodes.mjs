import { join } from 'node:path';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { mustRun } from '../../images/must-run.mjs';
import { programPath } from '../programs.mjs';

const ZONES = ['north', 'east', 'south'];
const ANNOTATION = 'kwok.x-k8s.io/node';

/** Gives a cluster nodes that say of every pod that it runs, and of every job that it is done. */
export async function addFakeNodes(cluster, count) {
  const port = await freePort();
  const command = [
    ...[programPath('kwok'), '--kubeconfig', cluster.kubeconfig, '--server-address', `127.0.0.1:${port}`],
    ...['--manage-nodes-with-annotation-selector', `${ANNOTATION}=fake`, '--manage-all-nodes=false'],
    // Without leases nodes are away after 50 s, and pods that were ready then never are again.
    ...['--node-lease-duration-seconds', '40'],
    ...(await stageFiles()).flatMap((file) => ['--config', file]),
  ];
  await cluster.processes.start('kwok', command, () => isWell(port));
  const nodes = Array.from({ length: count }, (_, index) => node(`fake-${index + 1}`, ZONES[index % 3]));
  await cluster.apply(...nodes, priorityClass, ...['standard', 'local'].flatMap(volumes));
}

/** Reads the stages of nodes and pods from kwok's own module. */
async function stageFiles() {
  const words = ['list', '-m', '-f', '{{.Dir}}', 'sigs.k8s.io/kwok'];
  const folder = await mustRun('go', words, { cwd: join(import.meta.dirname, '../fake-nodes') });
  const stages = ['node/heartbeat-with-lease/node-heartbeat-with-lease', 'node/fast/node-initialize'];
  const pods = ['ready', 'complete', 'delete'].map((each) => `pod/fast/pod-${each}`);
  return [...stages, ...pods].map((each) => join(folder, 'kustomize/stage', `${each}.yaml`));
}

const node = (name, zone) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name,
    annotations: { [ANNOTATION]: 'fake' },
    labels: {
      'kubernetes.io/hostname': name,
      'kubernetes.io/os': 'linux',
      'kubernetes.io/arch': 'amd64',
      'topology.kubernetes.io/zone': zone,
      'topology.kubernetes.io/region': 'here',
      // Some cases choose by it.
      'example.org/untrusted': 'yes',
    },
  },
  status: {
    ...Object.fromEntries(
      ['allocatable', 'capacity'].map((each) => [
        each,
        { cpu: '16', memory: '64Gi', pods: '110', 'ephemeral-storage': '500Gi' },
      ]),
    ),
  },
});

/** Named by a case. */
const priorityClass = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: 'important' },
  value: 1000,
};

/** Enough for all that a test claims: what was used once is not used again. */
const volumes = (storageClassName) => [
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: {
      name: storageClassName,
      annotations: { 'storageclass.kubernetes.io/is-default-class': String(storageClassName === 'standard') },
    },
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode: 'WaitForFirstConsumer',
  },
  ...Array.from({ length: 60 }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `${storageClassName}-${index + 1}` },
    spec: {
      capacity: { storage: '20Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName,
      hostPath: { path: join('/none', String(index)) },
    },
  })),
];

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const isWell = (port) =>
  new Promise((resolve) => {
    const call = request({ port, path: '/healthz', timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    call.on('error', () => resolve(false));
    call.end();
  });
