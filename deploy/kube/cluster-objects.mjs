import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_NAME } from './cluster-settings.mjs';
import { COREDNS } from './server-images.mjs';

const VOLUMES = 12;
const NAME = 'coredns';
const labels = { 'k8s-app': 'kube-dns' };
const namespace = 'kube-system';

/** Gives the objects that a cluster with a node has from the start: names of services, and room for volumes. */
export const clusterObjects = (settings) => ({
  ...{ apiVersion: 'v1', kind: 'List' },
  items: [...dns(settings), storageClass, ...volumes(settings)],
});

/** Names are kept as long as most clusters keep them. */
const CONFIG = `.:53 {
  errors
  ready
  kubernetes cluster.local in-addr.arpa {
    pods insecure
    ttl 30
  }
  cache 30
}
`;

const dns = ({ dns: clusterIP }) => [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: NAME, namespace } },
  {
    ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: NAME } },
    rules: [
      { apiGroups: [''], resources: ['services', 'pods', 'namespaces'], verbs: ['list', 'watch'] },
      { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
    ],
  },
  {
    ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: NAME } },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: NAME },
    subjects: [{ kind: 'ServiceAccount', name: NAME, namespace }],
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: NAME, namespace }, data: { Corefile: CONFIG } },
  {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: NAME, namespace } },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: dnsPod } },
  },
  {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'kube-dns', namespace } },
    spec: {
      ...{ clusterIP, selector: labels },
      ports: ['UDP', 'TCP'].map((protocol) => ({
        name: protocol.toLowerCase(),
        protocol,
        port: 53,
        targetPort: 53,
      })),
    },
  },
];

const dnsPod = {
  serviceAccountName: NAME,
  securityContext: {
    ...{ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    // Policies name the port that it has, as where it is the cluster's own.
    sysctls: [{ name: 'net.ipv4.ip_unprivileged_port_start', value: '53' }],
  },
  containers: [
    {
      ...{ name: NAME, image: COREDNS, imagePullPolicy: 'Never', args: ['-conf', '/etc/coredns/Corefile'] },
      readinessProbe: { httpGet: { path: '/ready', port: 8181 }, periodSeconds: 1 },
      // As elsewhere: without it, names are the first to wait for a processor.
      resources: { requests: { cpu: '100m', memory: '70Mi' } },
      volumeMounts: [{ name: 'config', mountPath: '/etc/coredns' }],
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    },
  ],
  volumes: [{ name: 'config', configMap: { name: NAME } }],
};

const storageClass = {
  ...{ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' },
  metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  ...{ provisioner: 'kubernetes.io/no-provisioner', volumeBindingMode: 'WaitForFirstConsumer' },
};

/** Folders of the node: claims take one each, and no program makes more. */
const volumes = ({ folder }) =>
  Array.from({ length: VOLUMES }, (_, index) => {
    const path = join(folder, 'volumes', String(index + 1));
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o777);
    return {
      ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `volume-${index + 1}` } },
      spec: {
        ...{
          capacity: { storage: '20Gi' },
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'standard',
          local: { path },
        },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [NODE_NAME] }] },
            ],
          },
        },
      },
    };
  });
