import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inNetwork } from '../control-plane.mjs';
import { programPath } from '../programs.mjs';
import { applyCustomResources } from '../test/custom-resources.mjs';

const NAMESPACE = 'keda';
const SERVICE = 'keda-metrics-apiserver';
const METRICS_API = 'external.metrics.k8s.io';
const [HEALTH_PORT, CALLS_PORT, ADAPTER_PORT] = [9081, 9666, 6444];
const ENVIRONMENT = [
  `POD_NAMESPACE=${NAMESPACE}`,
  'WATCH_NAMESPACE=',
  `KEDA_CLUSTER_OBJECT_NAMESPACE=${NAMESPACE}`,
];

/** Starts KEDA's operator and its adapter next to a cluster's node. */
export async function startKeda(cluster) {
  const { settings, certificates } = cluster;
  await applyCustomResources(cluster, ['keda']);
  await cluster.apply(...objects(settings));
  const folder = join(cluster.folder, 'keda');
  mkdirSync(folder, { recursive: true });
  for (const [from, to] of [
    ['ca.crt', 'ca.crt'],
    ['apiserver.crt', 'tls.crt'],
    ['apiserver.key', 'tls.key'],
  ])
    copyFileSync(certificates.path(from), join(folder, to));
  const start = (name, words, isReady) =>
    cluster.processes.start(
      name,
      [
        ...inNetwork(settings),
        'env',
        ...ENVIRONMENT,
        programPath(name),
        `--kubeconfig=${cluster.kubeconfig}`,
        ...words,
      ],
      isReady,
    );
  await start('keda-operator', operatorWords(folder), () =>
    isWell(`http://${settings.host}:${HEALTH_PORT}/healthz`),
  );
  await start('keda-adapter', adapterWords(folder, cluster.kubeconfig), () =>
    cluster.kubectl(['get', '--raw', `/apis/${METRICS_API}/v1beta1`]).then(
      () => true,
      () => false,
    ),
  );
}

const operatorWords = (folder) => [
  `--cert-dir=${folder}`,
  `--health-probe-bind-address=:${HEALTH_PORT}`,
  `--metrics-service-bind-address=127.0.0.1:${CALLS_PORT}`,
  ...['--enable-prometheus-metrics=false', '--enable-webhook-patching=false'],
  '--enable-apiservice-patching=false',
];

const adapterWords = (folder, kubeconfig) => [
  `--secure-port=${ADAPTER_PORT}`,
  '--port=9082',
  `--metrics-service-address=127.0.0.1:${CALLS_PORT}`,
  ...['lister', 'authentication', 'authorization'].map((each) => `--${each}-kubeconfig=${kubeconfig}`),
  `--cert-dir=${folder}`,
  ...[`--client-ca-file=${folder}/ca.crt`, `--tls-cert-file=${folder}/tls.crt`],
  `--tls-private-key-file=${folder}/tls.key`,
];

const isWell = (address) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

/** How the API server finds the adapter, and who may ask it. */
const objects = ({ host }) => [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
  {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: SERVICE, namespace: NAMESPACE } },
    spec: { ports: [{ name: 'https', port: 443, targetPort: ADAPTER_PORT }] },
  },
  {
    ...{ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4' },
    metadata: { name: SERVICE, namespace: NAMESPACE, labels: { 'kubernetes.io/service-name': SERVICE } },
    endpoints: [{ addresses: [host], conditions: { ready: true } }],
    ports: [{ name: 'https', port: ADAPTER_PORT, protocol: 'TCP' }],
  },
  {
    ...{
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: `v1beta1.${METRICS_API}` },
    },
    spec: {
      ...{ group: METRICS_API, version: 'v1beta1', groupPriorityMinimum: 100, versionPriority: 100 },
      ...{ service: { name: SERVICE, namespace: NAMESPACE }, insecureSkipTLSVerify: true },
    },
  },
  {
    ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: SERVICE } },
    rules: [{ apiGroups: [METRICS_API], resources: ['*'], verbs: ['*'] }],
  },
  {
    ...{
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: SERVICE },
    },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: SERVICE },
    subjects: [{ kind: 'ServiceAccount', name: 'horizontal-pod-autoscaler', namespace: 'kube-system' }],
  },
];
