/**
 * `npm run campaign`: lists the long runs and rarely used commands; with a name runs one of them.
 *
 *   node tools/campaign.mjs [NAME [what its command takes …]]
 *   node tools/campaign.mjs --write   writes docs/campaigns.md
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { campaignList, campaignsPage } from './campaigns/campaigns-page.mjs';
import { CAMPAIGNS } from './campaigns/campaigns.mjs';
import { setUpOrExit } from './setup.mjs';
import { say } from './setup/messages.mjs';
import { ROOT } from './setup/paths.mjs';

const [name, ...words] = process.argv.slice(2);
if (name === '--write') writeFileSync(join(ROOT, 'docs/campaigns.md'), campaignsPage(CAMPAIGNS));
else if (name === undefined) process.stdout.write(campaignList(CAMPAIGNS));
else if (Object.hasOwn(CAMPAIGNS, name)) await run(CAMPAIGNS[name].command);
else {
  say(`There is no campaign ${name}; there are:\n${campaignList(CAMPAIGNS)}`);
  process.exitCode = 2;
}

async function run(command) {
  await setUpOrExit('test');
  const script = command.includes('"$@"') ? command : `${command} "$@"`;
  const PATH = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const child = spawn('sh', ['-c', script, name, ...words], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}
