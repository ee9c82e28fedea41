import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { downloadPath, routes } from '@skyshelf/contracts';
import { apiClient, productMode, uploadFile, type RunningSkyshelf } from '@skyshelf/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { enter, launchChromium, newPerson } from '../browser.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

const run = promisify(execFile);
const navigation = { 'sec-fetch-mode': 'navigate', accept: 'text/html' };

describe('a download that a browser goes to', () => {
  let skyshelf: RunningSkyshelf;
  let cookie: string;
  const addresses: string[] = [];
  /** As a browser does whose user follows a link: fetch would say that it is a script. */
  const go = async (path: string, headers: Record<string, string> = { cookie }) => {
    const browser = apiClient(skyshelf.url, null);
    const query = Object.fromEntries(new URL(path, skyshelf.url).searchParams);
    const answer = await browser.send(routes.download, { query, headers: { ...navigation, ...headers } });
    browser.close();
    return answer;
  };

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    const token = await skyshelf.token('downloader');
    const client = apiClient(skyshelf.url, token);
    for (const name of ['море.bin', '海.bin'])
      addresses.push(
        (await uploadFile(client, { name, type: 'application/octet-stream', bytes: Buffer.from(name) }))
          .linkurl ?? '',
      );
    const { headers } = await client.send(routes.setReadCookie, { body: { token } });
    cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    client.close();
  });

  it('is saved by the read cookie, and unpacks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'skyshelf-download-'));
    try {
      const answer = await go(downloadPath(addresses));
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Skyshelf.zip"/);
      const zip = join(folder, 'some.zip');
      await writeFile(zip, answer.bytes);
      const { stdout } = await run('python3', ['-m', 'zipfile', '-l', zip], {
        env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
      });
      expect(stdout).toMatch(/море\.bin[^]*海\.bin/);
      await run('python3', ['-m', 'zipfile', '-t', zip]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is refused in JSON where a program asks', async () => {
    const answer = await go(downloadPath(['nothing']), { cookie, 'sec-fetch-mode': 'cors' });
    expect(answer.body).toMatchObject({ error: { code: 'file.not-found' } });
  });
});

it('a large file is saved under its name, from the object store where there is one, and the page stays', async () => {
  const skyshelf = await sharedSkyshelf();
  const token = await skyshelf.token('large-downloader');
  const client = apiClient(skyshelf.url, token);
  const name = '海 & 山.html';
  const bytes = randomBytes(9_000_000);
  await uploadFile(client, { name, type: 'text/html', bytes });
  client.close();
  const browser = await launchChromium();
  try {
    const page = await (await newPerson(browser)).newPage();
    await enter(page, skyshelf, token);
    const shelf = page.url();
    await page.getByRole('option', { name }).click({ timeout: 90_000 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect((await readFile(await download.path())).equals(bytes)).toBe(true);
    expect([download.suggestedFilename(), page.url()]).toEqual([name, shelf]);
    const isOurs = new URL(download.url()).origin === new URL(skyshelf.url).origin;
    expect(isOurs).toBe(productMode() === 'standalone');
  } finally {
    await browser.close();
  }
});
