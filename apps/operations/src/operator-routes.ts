import type { OpsHandler, OpsRoutes } from '@skyshelf/data-folder';
import { allCommands } from './commands/all-commands.js';
import { pathOf } from './commands/command.js';
import type { Installation } from './installation.js';
import { issueToken } from './issue-token.js';

/** Answers have `text` and `exitCode`. Read-only commands answer GET too. */
export function operatorRoutes(installation: Installation): OpsRoutes {
  const routes: OpsRoutes = { 'POST /internal/token': ({ body }) => issueToken(installation, body) };
  for (const command of allCommands.filter(({ runHere }) => !runHere)) {
    const handler: OpsHandler = ({ body, tell, signal }) => command.run(installation, body, { tell, signal });
    routes[`POST ${pathOf(command)}`] = handler;
    if (command.looksOnly) routes[`GET ${pathOf(command)}`] = handler;
  }
  return routes;
}
