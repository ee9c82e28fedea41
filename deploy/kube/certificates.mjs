import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../images/must-run.mjs';
import { words } from '../../tools/setup/words.mjs';

const NEW = words`req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650`;

/** The clients that sign in by a certificate: common name, and group. */
const CLIENTS = {
  admin: ['kubernetes-admin', 'system:masters'],
  'controller-manager': ['system:kube-controller-manager', ''],
  scheduler: ['system:kube-scheduler', ''],
  proxy: ['system:kube-proxy', ''],
  kubelet: ['system:node:node-1', 'system:nodes'],
  'kubelet-client': ['kube-apiserver-kubelet-client', 'system:masters'],
};

/** The certificates and keys of one cluster, made new. */
export class Certificates {
  constructor(folder) {
    this.folder = folder;
  }

  path(name) {
    return join(this.folder, name);
  }

  /** @param addresses names and addresses under which the API server is reached */
  async make(addresses) {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    chmodSync(this.folder, 0o700);
    for (const authority of ['ca', 'front-ca'])
      await this.#openssl(...NEW, '-subj', `/CN=${authority}`, ...this.#files(authority));
    for (const [name, [common, group]] of Object.entries(CLIENTS))
      await this.#sign(name, `${group && `/O=${group}`}/CN=${common}`, 'ca', 'extendedKeyUsage=clientAuth');
    await this.#sign('front', '/CN=front-proxy-client', 'front-ca', 'extendedKeyUsage=clientAuth');
    const names = addresses.map((each) => (/^[\d.]+$/.test(each) ? `IP:${each}` : `DNS:${each}`));
    await this.#sign('apiserver', '/CN=kube-apiserver', 'ca', `subjectAltName=${names.join(',')}`);
    const [key, pub] = [this.path('tokens.key'), this.path('tokens.pub')];
    await this.#openssl(...words`genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out ${key}`);
    await this.#openssl(...words`pkey -in ${key} -pubout -out ${pub}`);
  }

  /** Writes how a program signs in to the API server. */
  kubeconfig(client, server) {
    const path = this.path(`${client}.kubeconfig`);
    const user = {
      'client-certificate': this.path(`${client}.crt`),
      'client-key': this.path(`${client}.key`),
    };
    writeFileSync(
      path,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'skyshelf',
        clusters: [{ name: 'skyshelf', cluster: { server, 'certificate-authority': this.path('ca.crt') } }],
        users: [{ name: client, user }],
        contexts: [{ name: 'skyshelf', context: { cluster: 'skyshelf', user: client } }],
      }),
      { mode: 0o600 },
    );
    return path;
  }

  async #sign(name, subject, authority, extension) {
    const by = this.path(authority);
    await this.#openssl(
      ...words`${NEW} -CA ${by}.crt -CAkey ${by}.key -subj ${subject} -addext ${extension}`,
      ...words`-addext basicConstraints=critical,CA:FALSE ${this.#files(name)}`,
    );
  }

  #files = (name) => ['-keyout', this.path(`${name}.key`), '-out', this.path(`${name}.crt`)];

  #openssl(...args) {
    return mustRun('openssl', args);
  }
}
