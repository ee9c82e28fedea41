import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { moduleFolder } from '../go-module.mjs';

/** The folders and files in which operators' modules have the kinds that the chart makes. */
const KINDS = {
  keda: ['config/crd/bases', /^(keda|eventing\.keda)\.sh_/],
  gatewayApi: ['config/crd/standard', /^gateway\.networking\.k8s\.io_(gateway|httproute|vap)/],
  prometheusOperator: [
    'example/prometheus-operator-crd',
    /_(podmonitors|servicemonitors|prometheusrules)\.yaml$/,
  ],
  certManager: ['deploy/crds', /^cert-manager\.io_(certificates|issuers|clusterissuers)\.yaml$/],
};

/** Teaches a cluster the kinds of the operators that the chart can be used with. */
export async function applyCustomResources(cluster, names = Object.keys(KINDS)) {
  const files = (await Promise.all(names.map(filesOf))).flat();
  await cluster.kubectl(['apply', '--server-side', ...files.flatMap((file) => ['-f', file])]);
  await cluster.kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s']);
}

async function filesOf(name) {
  const [folder, files] = KINDS[name];
  const from = join(await moduleFolder(name), folder);
  return readdirSync(from)
    .filter((file) => files.test(file))
    .map((file) => join(from, file));
}
