import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { SetupError, say, step } from '../../tools/setup/messages.mjs';
import { runCommand } from '../../tools/setup/run-command.mjs';
import { Certificates } from './certificates.mjs';
import { makeGroup, removeGroup } from './cgroups.mjs';
import { chooseSettings, NODE_NAME, readSettings } from './cluster-settings.mjs';
import { clusterObjects } from './cluster-objects.mjs';
import { startControlPlane } from './control-plane.mjs';
import { makeNetwork, removeNetwork, unmountBelow } from './network.mjs';
import { startNode } from './node.mjs';
import { Processes } from './processes.mjs';
import { programPath } from './programs.mjs';
import { words } from '../../tools/setup/words.mjs';

/** A Kubernetes on this machine, all of it in one folder. */
export class Cluster {
  constructor(folder) {
    this.folder = folder;
    this.processes = new Processes(folder);
    this.certificates = new Certificates(join(folder, 'certificates'));
  }

  get settings() {
    return readSettings(this.folder);
  }

  get kubeconfig() {
    return this.certificates.path('admin.kubeconfig');
  }

  /** @throws {SetupError} when one runs here, or a part of it does not start; then nothing is left of it */
  async up({ node }) {
    if (this.processes.list().some(({ runs }) => runs))
      throw new SetupError('It runs already: npm run kube -- status');
    await this.down();
    try {
      await step(`Starting Kubernetes${node ? ' with a node' : ''}`, () => this.#start(node));
    } catch (error) {
      await this.down({ keepLogs: true });
      throw error;
    }
  }

  async #start(node) {
    const settings = await chooseSettings(this.folder, { node });
    if (node) {
      await makeNetwork(settings);
      makeGroup(settings.namespace);
    }
    const names = words`kubernetes kubernetes.default kubernetes.default.svc
      kubernetes.default.svc.cluster.local localhost 127.0.0.1`;
    await this.certificates.make([...names, settings.host, settings.firstService]);
    this.certificates.kubeconfig('admin', settings.server);
    await startControlPlane(settings, this.certificates, this.processes);
    if (!node) return;
    await startNode(settings, this.certificates, this.processes);
    await this.#addStorage();
    await this.apply(clusterObjects(settings));
    await this.kubectl(['-n', 'kube-system', 'rollout', 'status', 'deployment/coredns', '--timeout=90s']);
  }

  /** A kubelet that does not measure its disk has no room for pods that ask for some. */
  async #addStorage() {
    const room = { 'ephemeral-storage': '200Gi' };
    const patch = JSON.stringify({ status: { capacity: room, allocatable: room } });
    await this.kubectl(words`patch node ${NODE_NAME} --subresource=status --type=merge --patch ${patch}`);
  }

  /** Ends all that runs, and removes all that there is. */
  async down({ keepLogs = false } = {}) {
    const { settings } = this;
    // Who decides goes first, so that no one starts what is ended.
    for (const { name } of this.processes.list().reverse()) await this.processes.stop(name);
    if (settings?.node) {
      endShims(settings.run);
      await removeGroup(settings.namespace);
      await unmountBelow([settings.run, this.folder]);
      await removeNetwork(settings);
      rmSync(settings.run, { recursive: true, force: true });
    }
    if (!existsSync(this.folder)) return;
    for (const name of readdirSync(this.folder))
      if (!(keepLogs && name === 'logs')) rmSync(join(this.folder, name), { recursive: true, force: true });
  }

  status() {
    const { settings } = this;
    const listed = this.processes.list();
    if (!settings || listed.length === 0) return say('No cluster runs: npm run kube -- up [--node]');
    for (const { name, pid, runs } of listed)
      say(`${runs ? '✓' : '✗'} ${name} (${runs ? pid : 'has ended'})`);
    say(`export KUBECONFIG=${this.kubeconfig}`);
  }

  /** Runs kubectl on the terminal. @returns its exit code */
  kubectlHere(args) {
    if (!this.settings) throw new SetupError('No cluster runs: npm run kube -- up [--node]');
    const child = spawn(programPath('kubectl'), args, { stdio: 'inherit', env: this.#environment() });
    return new Promise((resolve) => child.once('close', resolve));
  }

  #environment = () => ({ ...process.env, KUBECONFIG: this.kubeconfig });

  /** Runs kubectl. @returns what it says @throws {SetupError} when it fails */
  async kubectl(args, input) {
    const env = this.#environment();
    const { code, output } = await runCommand(programPath('kubectl'), args, { env, input });
    if (code !== 0) throw new SetupError(`kubectl ${args.join(' ')}:\n${output}`);
    return output;
  }

  async get(...args) {
    return JSON.parse(await this.kubectl(['get', '--output=json', ...args]));
  }

  /** Asks the API server itself: what is asked each second starts no program. */
  async read(path) {
    const [cert, key, ca] = ['admin.crt', 'admin.key', 'ca.crt'].map((name) =>
      readFileSync(this.certificates.path(name)),
    );
    const answer = await new Promise((resolve, reject) => {
      request(new URL(path, this.settings.server), { cert, key, ca }, resolve).on('error', reject).end();
    });
    const said = await text(answer);
    if (answer.statusCode !== 200) throw new SetupError(`${path}: ${said}`);
    return JSON.parse(said);
  }

  apply(...objects) {
    return this.kubectl(
      ['apply', '--server-side', '-f', '-'],
      objects.map((each) => JSON.stringify(each)).join('\n---\n'),
    );
  }
}

/** Ends the shims between containerd and its containers, which outlive containerd. */
function endShims(run) {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const words = commandOf(pid);
    if (words.includes('containerd-shim') && words.includes(run)) process.kill(Number(pid), 'SIGKILL');
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
