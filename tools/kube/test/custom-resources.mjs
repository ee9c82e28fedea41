import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../../images/must-run.mjs';
import { SetupError } from '../../setup/messages.mjs';

/** Where operators' modules have the kinds that the chart makes: module, its checksum, folder, files. */
const MODULES = [
  {
    module: 'github.com/kedacore/keda/v2@v2.21.0',
    sum: 'h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=',
    folder: 'config/crd/bases',
    files: /^keda\.sh_/,
  },
  {
    module: 'sigs.k8s.io/gateway-api@v1.6.3',
    sum: 'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
    folder: 'config/crd/standard',
    files: /^gateway\.networking\.k8s\.io_(gateway|httproute|vap)/,
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    sum: 'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
    folder: 'example/prometheus-operator-crd',
    files: /_(podmonitors|servicemonitors|prometheusrules)\.yaml$/,
  },
  {
    module: 'github.com/cert-manager/cert-manager@v1.21.2',
    sum: 'h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=',
    folder: 'deploy/crds',
    files: /^cert-manager\.io_(certificates|issuers|clusterissuers)\.yaml$/,
  },
];

/** Teaches a cluster the kinds of the operators that the chart can be used with. */
export async function applyCustomResources(cluster) {
  const files = (await Promise.all(MODULES.map(filesOf))).flat();
  await cluster.kubectl(['apply', '--server-side', ...files.flatMap((file) => ['-f', file])]);
  await cluster.kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s']);
}

async function filesOf({ module, sum, folder, files }) {
  const said = await mustRun('go', ['mod', 'download', '-json', module], { cwd: import.meta.dirname });
  const { Dir, Sum } = JSON.parse(said.slice(said.indexOf('{')));
  if (Sum !== sum) throw new SetupError(`${module} has the checksum ${Sum}, expected was ${sum}.`);
  const from = join(Dir, folder);
  return readdirSync(from)
    .filter((file) => files.test(file))
    .map((file) => join(from, file));
}
