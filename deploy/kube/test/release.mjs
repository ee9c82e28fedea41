import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CHART } from '../../../tools/chart/render.mjs';
import { runCommand } from '../../../tools/setup/run-command.mjs';

const PATIENCE_MS = 180_000;
/** Every namespace has these by itself, and they are removed by themselves. */
const OWN = /^(configmap\/kube-root-ca\.crt|serviceaccount\/default|event(\.events\.k8s\.io)?\/|lease\.)/;

/** One installation of the chart, in a namespace of its own that takes only pods that are `restricted`. */
export class Release {
  name = 'shelf';

  constructor(cluster, helm, namespace) {
    Object.assign(this, { cluster, helm, namespace });
  }

  async createNamespace() {
    const labels = Object.fromEntries(
      ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
    );
    await this.cluster.apply({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: this.namespace, labels },
    });
  }

  install = (files, ...words) => this.#helm('install', [this.name, CHART, ...valuesOf(files), ...words]);
  upgrade = (files, ...words) => this.#helm('upgrade', [this.name, CHART, ...valuesOf(files), ...words]);
  rollback = (revision) => this.#helm('rollback', [this.name, String(revision)]);
  uninstall = () => this.#helm('uninstall', [this.name]);

  async #helm(verb, words) {
    const where = ['--namespace', this.namespace, '--kubeconfig', this.cluster.kubeconfig];
    const { code, output } = await runCommand(this.helm, [verb, ...words, ...where]);
    const warnings = output.split('\n').filter((line) => /^W\d{4} |level=WARN|^Warning:/.test(line));
    return { code, output, warnings };
  }

  get = (...words) => this.cluster.get('--namespace', this.namespace, ...words);
  list = async (group, kind) =>
    (await this.cluster.read(`/apis/${group}/namespaces/${this.namespace}/${kind}`)).items;
  kubectl = (...words) => this.cluster.kubectl(['--namespace', this.namespace, ...words]);

  /** Lists the refusals of pods: the API server reports them to the creator of pods. */
  async refusals() {
    const { items } = await this.get('events', '--field-selector', 'reason=FailedCreate');
    return items.map(({ involvedObject: { kind, name }, message }) => `${kind} ${name}: ${message}`);
  }

  /** @returns those that have not all their pods within three minutes, with what is missing */
  async waitForPods() {
    let late = [];
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(250)) {
      const lists = await Promise.all(
        ['deployments', 'statefulsets'].map((kind) => this.list('apps/v1', kind)),
      );
      late = lists.flat().filter(({ spec, status, metadata }) => {
        const { readyReplicas = 0, observedGeneration, updatedReplicas = 0, replicas = 0 } = status;
        const wanted = spec.replicas ?? 1;
        const counts = [readyReplicas, updatedReplicas, replicas];
        return observedGeneration !== metadata.generation || counts.some((each) => each !== wanted);
      });
      if (late.length === 0) break;
    }
    return late.map(
      ({ metadata, spec, status }) =>
        `${metadata.name}: ${status.readyReplicas ?? 0} of ${spec.replicas} pods`,
    );
  }

  /** All that is in the namespace, as kind/name, without what every namespace has. */
  async objects() {
    const kinds = await this.cluster.kubectl([
      'api-resources',
      '--namespaced',
      '--verbs=list',
      '--output=name',
    ]);
    const chosen = kinds.split('\n').filter((kind) => !/^(events|endpoints$)|metrics\.k8s\.io$/.test(kind));
    const names = await this.kubectl('get', chosen.join(','), '--output=name', '--ignore-not-found');
    return names.split('\n').filter((name) => name && !OWN.test(name));
  }
}

const valuesOf = (files) => files.flatMap((file) => ['--values', file]);
export const caseFile = (name) => join(CHART, 'ci', `${name}.yaml`);
