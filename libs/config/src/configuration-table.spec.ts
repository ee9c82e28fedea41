import { expect, it } from 'vitest';
import { z } from 'zod';
import { list, onOff, port, renderConfigurationTable, setting, wholeNumber } from './index.js';

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
        uri: setting('MONGODB_URI', z.string(), {
          doc: 'The database.',
          allowed: 'a mongodb:// address',
          secret: true,
        }),
      }),
    },
  ]);
  expect(table.split('\n')).toEqual([
    '| Variable | Read by | If not given | Allowed | What it is for |',
    '|---|---|---|---|---|',
    '| `ADS` | billing |  | true \\| false | Shows ads. |',
    '| `LOG_LEVEL` | gateway, billing | `info` | debug \\| info | How much is logged. |',
    '| `MONGODB_URI`, `MONGODB_URI_FILE` | billing | must be given | a mongodb:// address | The database. |',
    '| `PORT` | gateway | `8080` | a whole number from 0 to 65535 | Where it listens. |',
    '',
  ]);
});

it('shows a default as an operator would write it, in words where it depends on the machine', () => {
  const rate = z
    .string()
    .default('30/10')
    .transform((text) => text.split('/'));
  const schema = z.object({
    rate: setting('RATE', rate, { doc: 'How often.', allowed: 'a rate' }),
    from: setting('FROM', list().default(['::1', '127.0.0.1']), { doc: 'From where.' }),
    nobody: setting('NOBODY', list().default([]), { doc: 'Nobody.' }),
    jobs: setting('JOBS', wholeNumber(1, 64).default(7), { doc: 'Jobs.', standard: 'one a processor' }),
  });
  const rows = renderConfigurationTable([{ name: 'gateway', schema }])
    .split('\n')
    .slice(2, -1);
  expect(rows.map((row) => row.split(' | ')[2])).toEqual([
    '`::1,127.0.0.1`',
    'one a processor',
    '',
    '`30/10`',
  ]);
});
