import { clusterConfig } from '@skyshelf/cluster';
import { companionConfig, companionProcessConfig } from '@skyshelf/companion';
import { renderConfigurationTable, type ConfiguredProcess } from '@skyshelf/config';
import { processConfig, serviceSettings } from '@skyshelf/service';
import { serviceList } from '@skyshelf/services';
import { configuredProcesses } from './standalone.config.js';

const serviceProcesses: readonly ConfiguredProcess[] = [
  { name: 'every service', schema: processConfig },
  ...serviceList.map((service) => ({ name: service.name, schema: serviceSettings(service) })),
  { name: 'companion', schema: companionProcessConfig.extend(companionConfig.shape) },
];

export const renderConfigurationPage = (): string => `# Configuration

Generated from the services' \`*.config.ts\` by \`npm run generate\`. Settings are environment variables, read once at the start; an empty one counts as not
given. A wrong one stops the start with a message that names it, what was given and what is allowed. Secrets are never printed.

## All in one process: \`npm start\`

${renderConfigurationTable(configuredProcesses)}
Its log is \`logs/skyshelf.log\` in the data folder; warnings and errors also go to the terminal. Its secrets are made at the first start and lie in
\`secrets.json\` there, which only their owner can read; [its keys can be changed](operations.md#changing-a-key) while it runs.

## A process for each service: \`npm run cluster\`

Two replicas each of gateway, catalog, storage and media, one each of billing and notify, all on this machine, with servers of its own. Their logs are
\`logs/<service>-<number>.log\` in the data folder. It reads what follows; whatever else is set goes on to its services.

${renderConfigurationTable([{ name: 'cluster', schema: clusterConfig }])}
## One service as a process of its own

\`node services/<name>/dist/main.js\` runs one service, \`node apps/companion/dist/main.js\` the process that brings files from elsewhere, once \`npm run build\` has compiled them. It logs to its standard output as JSON, ends with exit code 78 when a setting is wrong, and finishes on
SIGTERM what it has begun.

${renderConfigurationTable(serviceProcesses)}
## Set-up

What the commands of the clone (\`npm start\`, \`npm test\`, \`npm run e2e\`) also look at:

| Variable | What it is for |
|---|---|
| \`SKYSHELF_SETUP\` | \`no\`: never install system packages such as ffmpeg, poppler and Chromium. |
| \`MONGOD_BIN\` | The MongoDB server to run (6.0 or newer) instead of the one on the PATH or the fetched one. |
| \`XDG_CACHE_HOME\` | The fetched MongoDB server lies in \`skyshelf\` in this folder. If not given: \`~/.cache\`. |
| \`CHROMIUM_BIN\` | The browser that \`npm run e2e\` drives. If not given: \`/usr/bin/chromium\`. |
`;
