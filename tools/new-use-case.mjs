/**
 * `npm run new:use-case -- --service catalog --name rename-folder`: writes the files of a use case, which compile and
 * whose tests run, and enters it where the product looks for it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { driveFiles } from './new-use-case/drive-templates.mjs';
import { namesOf } from './new-use-case/names.mjs';
import { plainFiles } from './new-use-case/plain-templates.mjs';
import { contract, contractFile, registrations } from './new-use-case/registrations.mjs';
import { serviceNamed } from './new-use-case/services.mjs';
import { say } from './setup/messages.mjs';
import { productNode } from './setup/node-version.mjs';
import { ROOT } from './setup/paths.mjs';
import { runCommand } from './setup/run-command.mjs';

try {
  const { values } = parseArgs({
    options: {
      service: { type: 'string' },
      name: { type: 'string' },
      root: { type: 'string', default: ROOT },
    },
  });
  const service = serviceNamed(values.service);
  const names = namesOf(values.name);
  const written = write(resolve(values.root), service, names);
  await format(resolve(values.root), written);
  say(`${written.map((path) => `  ${path}`).join('\n')}\n\n${nextSteps(service, names)}`);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}

/** Checks everything before it writes anything. */
function write(root, service, names) {
  const made = service.drive ? driveFiles(service, names) : plainFiles(service, names);
  const files = Object.entries(made).map(([path, text]) => [join('services', service.name, path), text]);
  files.push([contractFile(service, names), contract(service, names)]);
  const taken = files.map(([path]) => path).find((path) => existsSync(join(root, path)));
  if (taken) throw new Error(`${taken} is there already.`);
  const ports = join('services', service.name, 'src/application', `${service.name}.ts`);
  if (!existsSync(join(root, ports)))
    throw new Error(`${ports} is missing: it names the ports that ${service.name}'s use cases work with.`);
  for (const [path, change] of Object.entries(registrations(service, names))) {
    if (!existsSync(join(root, path)))
      throw new Error(`${path} is missing: ${service.name} has no calls of the API yet.`);
    files.push([path, change(readFileSync(join(root, path), 'utf8'))]);
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return files.map(([path]) => path);
}

async function format(root, paths) {
  const { code, output } = await runCommand(
    productNode(),
    [join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), ...paths],
    { cwd: root },
  );
  if (code !== 0) throw new Error(output);
}

function nextSteps(service, names) {
  const { file } = names;
  const steps = [
    ...(service.drive
      ? [
          `the event it causes: libs/contracts/src/events/${service.name}.ts, then its effect in services/${service.name}/src/domain/changes.ts`,
        ]
      : []),
    `the rule and its tests: services/${service.name}/src/${service.folder}/${file}.spec.ts`,
    `the call as the specification has it, with all that it refuses: ${contractFile(service, names)}`,
    'its case of each refusal in the conformance test (e2e/src/conformance), which fails without one',
    'its case in the isolation test (e2e/src/isolation), which fails without one',
    'the generated documents: npm run generate',
  ];
  return `Next:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}`;
}
