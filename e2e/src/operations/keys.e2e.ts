import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames, type ServiceName } from '@skyshelf/contracts';
import { eventually, launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { enoughIn, onlyIn } from '../setup/only-in.js';

const processes = z.array(z.object({ name: z.enum(serviceNames), url: z.url() }));
const secrets = z.looseObject({ tokenKeys: z.array(z.custom<JWK>()) });
const WITHIN = { timeoutMs: 60_000, intervalMs: 500 };

/** Who may call, while keys change and sessions end under a running product. */
describe('the keys of tokens', () => {
  let skyshelf: LaunchedSkyshelf;
  beforeAll(async () => {
    skyshelf = await launchSkyshelf();
  }, 120_000);
  afterAll(() => skyshelf.dispose());

  const usage = async (token: string, url = skyshelf.url) =>
    (
      await fetch(`${url}/api/account/usage/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;

  function changeKeys(change: (keys: JWK[]) => JWK[]): void {
    const file = join(skyshelf.dataFolder, 'secrets.json');
    const content = secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
    writeFileSync(`${file}.new`, JSON.stringify({ ...content, tokenKeys: change(content.tokenKeys) }), {
      mode: 0o600,
    });
    renameSync(`${file}.new`, file);
  }

  /** Where every process of a service answers, past the gateway. */
  const processesOf = async (service: ServiceName): Promise<string[]> =>
    processes
      .parse(await skyshelf.ops('GET', '/cluster/processes'))
      .filter(({ name }) => name === service)
      .map(({ url }) => url);

  it.runIf(enoughIn('cluster', 'there each process reads the keys by itself; a standalone is one of these'))(
    'take over within a minute, without a refusal; a dropped one is refused within a minute',
    async () => {
      const old = await skyshelf.token('alice');
      const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
      const fresh = { ...(await exportJWK(privateKey)), kid: 'fresh' };
      changeKeys((keys) => [fresh, ...keys]);
      let token = old;
      const answers: number[] = [];
      await eventually(async () => {
        token = await skyshelf.token('alice');
        answers.push(await usage(token), await usage(old));
        return decodeProtectedHeader(token).kid === 'fresh';
      }, WITHIN);
      changeKeys(() => [fresh]);
      await eventually(async () => {
        answers.push(await usage(token));
        return (await usage(old)) === 401;
      }, WITHIN);
      expect(answers.filter((status) => status !== 200)).toEqual([]);
    },
  );

  it.runIf(onlyIn('cluster', 'a standalone has one process, whose door looks first'))(
    'and ended sessions are refused by the services themselves',
    async () => {
      const token = await skyshelf.token('bob');
      const catalogs = await processesOf('catalog');
      for (const url of catalogs) expect(await usage(token, url)).toBe(200);
      const out = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
      expect((await fetch(`${skyshelf.url}/api/logout/`, out)).status).toBe(200);
      for (const url of catalogs) await eventually(async () => (await usage(token, url)) === 401, WITHIN);
    },
  );
});
