import { mustRun } from '../images/must-run.mjs';
import { SetupError } from '../../tools/setup/messages.mjs';

/** Operators' modules that tests take something from, each with its checksum. */
export const MODULES = {
  keda: {
    module: 'github.com/kedacore/keda/v2@v2.21.0',
    sum: 'h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=',
  },
  gatewayApi: {
    module: 'sigs.k8s.io/gateway-api@v1.6.3',
    sum: 'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
  },
  prometheusOperator: {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    sum: 'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
  },
  certManager: {
    module: 'github.com/cert-manager/cert-manager@v1.21.2',
    sum: 'h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=',
  },
};

/** @returns the folder of a module in Go's cache @throws {SetupError} when its checksum is another one */
export async function moduleFolder(name) {
  const { module, sum } = MODULES[name];
  const said = await mustRun('go', ['mod', 'download', '-json', module], { cwd: import.meta.dirname });
  const { Dir, Sum } = JSON.parse(said.slice(said.indexOf('{')));
  if (Sum !== sum) throw new SetupError(`${module} has the checksum ${Sum}, expected was ${sum}.`);
  return Dir;
}
