import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CHART } from '../../../tools/chart/render.mjs';
import { mustRun } from '../../images/must-run.mjs';
import { SetupError } from '../../../tools/setup/messages.mjs';
import { podNetworks } from '../network.mjs';
import { PAUSE } from '../server-images.mjs';
import { words } from '../../../tools/setup/words.mjs';

const INTERNAL = 8081;
const PUBLIC = 8080;
const SERVERS = { mongodb: 27017, kafka: 9092, s3: 7070 };
/**
 * An address of documentation (RFC 5737): public as far as a policy can tell. It is given to this machine for
 * a while.
 */
const OUTSIDE = '203.0.113.10';
const OUTSIDE_PORTS = [80, 443, 465, 587, 9999];
const ASKED_BY_FSCK = ['gateway', 'catalog', 'storage', 'media', 'billing', 'notify'];
const TRIED_MS = 2_000;
/** Tries all connections at once. Refused ones reach the other side, too. */
const TRY = `
const { connect } = require('node:net');
const tries = JSON.parse(process.argv[1]).map(([host, port]) => new Promise((resolve) => {
  const socket = connect({ host, port });
  const end = (goes) => (socket.destroy(), resolve(goes));
  socket.once('connect', () => end(true));
  socket.once('error', ({ code }) => end(code === 'ECONNREFUSED'));
  setTimeout(end, ${TRIED_MS}, false);
}));
Promise.all(tries).then((all) => console.log(JSON.stringify(all)));`;

/** Checks which pods reach which, the servers and the outside, against deploy/helm/skyshelf/files/services.yaml. */
export class PolicyCheck {
  constructor(release, enforcer) {
    Object.assign(this, { release, enforcer, cluster: release.cluster });
    this.services = parse(readFileSync(join(CHART, 'files/services.yaml'), 'utf8'));
  }

  /**
   * Tries all pairs as they are, and again without each policy.
   * @returns how many connections were tried, and how many policies taken away
   * @throws {SetupError} when one goes that should not, or does not go; when a policy is not missed
   */
  async run() {
    const outside = await this.#openOutside();
    try {
      await this.#addPods();
      const tried = await this.#tryAll();
      const wrong = tried.filter(({ goes, should }) => goes !== should);
      if (wrong.length > 0) throw new SetupError(wrong.map(described).join('\n'));
      const policies = (await this.release.get('networkpolicies')).items;
      const unnoticed = [];
      for (const policy of policies)
        if (!(await this.#isMissed(policy))) unnoticed.push(policy.metadata.name);
      if (unnoticed.length > 0) throw new SetupError(`No one misses ${unnoticed.join(', ')}.`);
      return {
        connections: tried.length,
        go: tried.filter(({ goes }) => goes).length,
        policies: policies.length,
      };
    } finally {
      await outside();
      const gone = words`--wait=false --ignore-not-found`;
      await this.release.kubectl('delete', 'pod', '--selector=tried=yes', ...gone);
      await this.cluster.kubectl(['delete', 'namespace', ELSEWHERE, ...gone]);
    }
  }

  async #isMissed({ apiVersion, kind, spec, metadata: { name, namespace, labels, annotations } }) {
    await this.release.kubectl('delete', 'networkpolicy', name);
    try {
      await this.enforcer.enforce();
      return (await this.#tryAll()).some(({ goes, should }) => goes !== should);
    } finally {
      await this.cluster.apply({
        apiVersion,
        kind,
        spec,
        metadata: { name, namespace, labels, annotations },
      });
      await this.enforcer.enforce();
    }
  }

  /** This machine answers at a public address, and at its own of the cluster's network. */
  async #openOutside() {
    await mustRun('ip', ['address', 'add', `${OUTSIDE}/32`, 'dev', 'lo']);
    const places = [[this.cluster.settings.gateway, 443], ...OUTSIDE_PORTS.map((port) => [OUTSIDE, port])];
    const servers = await Promise.all(
      places.map(
        ([host, port]) =>
          new Promise((resolve) => {
            const server = createServer((socket) => socket.end()).listen(port, host, () => resolve(server));
          }),
      ),
    );
    return async () => {
      for (const server of servers) server.close();
      await mustRun('ip', ['address', 'delete', `${OUTSIDE}/32`, 'dev', 'lo']);
    };
  }

  /** Pods that only are there: one a Job's, one that no policy but the one for all knows, one of another namespace. */
  async #addPods() {
    const { items } = await this.release.get('deployments', '--selector=app.kubernetes.io/component=catalog');
    const { labels } = items[0].spec.template.metadata;
    const inRelease = ['prepare', 'fsck', 'stranger'].map((component) =>
      podOf(component, this.release.namespace, { ...labels, 'app.kubernetes.io/component': component }),
    );
    await this.cluster.apply(
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: ELSEWHERE } },
      ...inRelease,
      podOf('outsider', ELSEWHERE, {}),
    );
    for (const namespace of [this.release.namespace, ELSEWHERE])
      await this.cluster.kubectl(
        words`--namespace ${namespace} wait --for=condition=Ready --timeout=60s pod --selector=tried=yes`,
      );
    await this.enforcer.enforce();
  }

  async #tryAll() {
    const places = await this.#places();
    const targets = places.flatMap(({ key, address }) =>
      portsOf(key).map((port) => ({ to: key, address, port })),
    );
    targets.push({ to: 'machine', address: this.cluster.settings.gateway, port: 443 });
    for (const port of OUTSIDE_PORTS) targets.push({ to: 'outside', address: OUTSIDE, port });
    const all = await Promise.all(
      places.map(async ({ key: from, network }) => {
        const others = targets.filter(({ to }) => to !== from);
        const list = JSON.stringify(others.map(({ address, port }) => [address, port]));
        const said = await mustRun('nsenter', [`--net=${network}`, process.execPath, '-e', TRY, list]);
        return JSON.parse(said).map((goes, index) => {
          const { to, port } = others[index];
          return { from, to, port, goes, should: this.#should(from, to, port) };
        });
      }),
    );
    return all.flat();
  }

  #should(from, to, port) {
    if (from === 'outsider')
      return ['outside', 'machine'].includes(to) || (to === 'gateway' && port === PUBLIC);
    if (from === 'prepare') return to in SERVERS;
    if (from === 'fsck') return ASKED_BY_FSCK.includes(to) && port === INTERNAL;
    const { calls = [], servers = [], outside = [] } = this.services[from] ?? {};
    if (to === 'outside') return outside.includes(port) || outside.includes('any');
    return servers.includes(to) || (calls.includes(to) && port === INTERNAL);
  }

  /** One pod of each sort, with the network that it has. */
  async #places() {
    const networks = await podNetworks(this.cluster.settings);
    const { items } = await this.cluster.get(
      'pods',
      '--all-namespaces',
      '--field-selector=status.phase=Running',
    );
    const places = new Map();
    for (const { metadata, status } of items) {
      const component = metadata.labels?.['app.kubernetes.io/component'] ?? metadata.labels?.sort;
      const network = networks.get(status.podIP);
      if (![this.release.namespace, ELSEWHERE].includes(metadata.namespace) || !component || !network)
        continue;
      const key = component.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
      places.set(key, { key, address: status.podIP, network });
    }
    return [...places.values()];
  }
}

const ELSEWHERE = 'skyshelf-elsewhere';
const described = ({ from, to, port, goes }) =>
  `${from} ${goes ? 'reaches' : 'does not reach'} ${to}:${port}`;

function portsOf(key) {
  if (key in SERVERS) return [SERVERS[key]];
  return key === 'gateway' ? [INTERNAL, PUBLIC] : [INTERNAL];
}

const podOf = (sort, namespace, labels) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `tried-${sort}`, namespace, labels: { ...labels, sort, tried: 'yes' } },
  spec: {
    securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    terminationGracePeriodSeconds: 0,
    automountServiceAccountToken: false,
    containers: [
      {
        name: 'pause',
        image: PAUSE,
        imagePullPolicy: 'Never',
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      },
    ],
  },
});
