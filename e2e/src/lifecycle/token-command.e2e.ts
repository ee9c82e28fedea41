import { accessTokenClaims, routes } from '@skyshelf/contracts';
import { apiClient, type RunningSkyshelf } from '@skyshelf/testing';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { runNpm } from './npm-command.js';

const token = (dataFolder: string, ...words: string[]) =>
  runNpm(['run', '--silent', 'token', '--', ...words], { SKYSHELF_DATA: dataFolder });

const once = enoughIn('standalone', 'the command asks the same socket in both');

describe.runIf(once)('npm run --silent token', () => {
  let skyshelf: RunningSkyshelf;

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
  });

  it('prints one token and nothing else, each time for the same account', async () => {
    const first = await token(skyshelf.dataFolder, '--user', 'alice');
    const second = await token(skyshelf.dataFolder, '--user', 'alice');
    for (const { code, stdout, stderr } of [first, second]) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    }
    const [one, two] = [first, second].map(({ stdout }) => accessTokenClaims.parse(decodeJwt(stdout.trim())));
    expect(one).toMatchObject({ sub: 'local|alice', drive: two!.drive });

    const writer = apiClient(skyshelf.url, first.stdout.trim());
    await writer.call(routes.addElement, {
      body: { url: '/', obj: { linkname: 'by script', linktype: 'folder' } },
    });
    const reader = apiClient(skyshelf.url, second.stdout.trim());
    const { docs } = await reader.call(routes.listFolder, { body: { url: '/' } });
    expect(docs.map(({ linkname }) => linkname)).toContain('by script');
    writer.close();
    reader.close();
  });
});
