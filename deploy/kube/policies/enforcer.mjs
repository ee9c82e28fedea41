import { setTimeout as pause } from 'node:timers/promises';
import { mustRun } from '../../images/must-run.mjs';
import { inNetwork } from '../control-plane.mjs';
import { rulesOf } from './nft-rules.mjs';

const EVERY_MS = 1_000;
const PATHS = ['/apis/networking.k8s.io/v1/networkpolicies', '/api/v1/pods', '/api/v1/namespaces'];

/** Holds the pods of a cluster's node to its NetworkPolicies, as a network for production does. */
export class PolicyEnforcer {
  #rules = '';
  #stopped = false;
  #running = Promise.resolve();

  constructor(cluster) {
    this.cluster = cluster;
  }

  /** Makes the rules follow what the API server says, until `stop`. */
  start() {
    this.#stopped = false;
    this.#running = this.#follow();
  }

  async stop() {
    this.#stopped = true;
    await this.#running;
  }

  async #follow() {
    while (!this.#stopped) {
      await this.enforce();
      await pause(EVERY_MS);
    }
  }

  /** Applies the policies once, now. */
  async enforce() {
    const [policies, pods, namespaces] = await Promise.all(
      PATHS.map(async (path) => (await this.cluster.read(path)).items),
    );
    const rules = rulesOf({ policies, pods, namespaces });
    if (rules === this.#rules) return;
    const [command, ...words] = [...inNetwork(this.cluster.settings), 'nft', '-f', '-'];
    await mustRun(command, words, { input: rules });
    this.#rules = rules;
  }
}
