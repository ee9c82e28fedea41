import { expect, it } from 'vitest';
import { z } from 'zod';
import { renderConfigurationTable, onOff, port, setting } from './index.js';

const shared = setting('LOG_LEVEL', z.enum(['debug', 'info']).default('info'), {
  doc: 'How much is logged.',
});

it('renders each variable once, sorted, with who reads it', () => {
  const table = renderConfigurationTable([
    {
      name: 'gateway',
      schema: z.object({ port: setting('PORT', port().default(8080), { doc: 'Where it listens.' }), shared }),
    },
    {
      name: 'billing',
      schema: z.object({
        shared,
        ads: setting('ADS', onOff().optional(), { doc: 'Shows ads.' }),
        uri: setting('MONGODB_URI', z.string(), { doc: 'The database.', allowed: 'a mongodb:// address' }),
      }),
    },
  ]);
  expect(table.split('\n')).toEqual([
    '| Variable | Read by | If not given | Allowed | What it is for |',
    '|---|---|---|---|---|',
    '| `ADS` | billing |  | true \\| false | Shows ads. |',
    '| `LOG_LEVEL` | gateway, billing | `info` | debug \\| info | How much is logged. |',
    '| `MONGODB_URI` | billing | must be given | a mongodb:// address | The database. |',
    '| `PORT` | gateway | `8080` | a whole number from 0 to 65535 | Where it listens. |',
    '',
  ]);
});
