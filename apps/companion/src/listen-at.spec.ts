import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { listenAt } from './listen-at.js';

it('takes a socket over from an earlier process, whose end leaves it alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listen-'));
  const path = join(folder, 'src.sock');
  const named = (name: string) => createServer((_, answer) => answer.end(name));
  const earlier = named('earlier');
  const later = named('later');
  const said = async () => {
    const [answer] = (await once(get({ socketPath: path, agent: false }), 'response')) as [IncomingMessage];
    return text(answer);
  };
  await listenAt(earlier, `unix:${path}`);
  expect(await said()).toBe('earlier');
  await listenAt(later, `unix:${path}`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  earlier.close();
  await once(earlier, 'close');
  expect(await said()).toBe('later');
  later.close();
  rmSync(folder, { recursive: true });
});
