import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

describe('a launcher', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-launcher-'));
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await runGateway({ overrides: { publicUrl: 'http://127.0.0.1:1' } });
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(folder, { recursive: true });
  });

  const zipOf = async (system: string): Promise<Buffer> => {
    const answer = await fetch(`${gateway.url}/api/launchers/${system}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Skyshelf-\w+\.zip"$/);
    return Buffer.from(await answer.arrayBuffer());
  };
  const unpacked = async (system: string): Promise<string> => {
    const zip = join(folder, `${system}.zip`);
    const to = join(folder, system);
    writeFileSync(zip, await zipOf(system));
    const script = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); z.extractall(sys.argv[2])';
    execFileSync('python3', ['-c', `${script}; assert z.testzip() is None`, zip, to]);
    return to;
  };

  it('has the same bytes each time, for two systems alone', async () => {
    for (const system of ['windows', 'macos'])
      expect((await zipOf(system)).equals(await zipOf(system))).toBe(true);
    expect((await fetch(`${gateway.url}/api/launchers/amiga`)).status).toBe(400);
  });

  it('for Windows is a link to this installation, and what copies it into the Startup folder [S2.81]', async () => {
    const files = await unpacked('windows');
    expect(readFileSync(join(files, 'Skyshelf.url'), 'latin1')).toBe(
      '[InternetShortcut]\r\nURL=http://127.0.0.1:1/\r\n',
    );
    const install = readFileSync(join(files, 'Install.cmd'), 'latin1');
    expect(install).toContain('\\Start Menu\\Programs\\Startup\\Skyshelf.url');
    expect(install.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('for macOS is an app that opens it and puts a launch agent in its place [S2.81]', async () => {
    const files = await unpacked('macos');
    const modes = execFileSync('python3', [
      '-c',
      'import sys, zipfile\nfor i in zipfile.ZipFile(sys.argv[1]).infolist(): print(oct(i.external_attr >> 16), i.filename)',
      join(folder, 'macos.zip'),
    ]).toString();
    expect(modes).toContain('0o100755 Skyshelf.app/Contents/MacOS/skyshelf\n');
    expect(modes).toContain('0o100755 Uninstall.command\n');
    expect(modes).toContain('0o100644 Skyshelf.app/Contents/Info.plist\n');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'open'), '#!/bin/sh\nprintf "%s" "$*" > "$HOME/opened"\n', { mode: 0o755 });
    const env = { HOME: folder, PATH: `${bin}:${process.env.PATH}` };
    execFileSync('sh', [join(files, 'Skyshelf.app/Contents/MacOS/skyshelf')], { env });
    expect(readFileSync(join(folder, 'opened'), 'utf8')).toBe('http://127.0.0.1:1/');
    const agent = join(folder, 'Library/LaunchAgents/skyshelf.startup.127.0.0.1-1.plist');
    const read = 'import sys, plistlib, json; print(json.dumps(plistlib.load(open(sys.argv[1], "rb"))))';
    expect(JSON.parse(execFileSync('python3', ['-c', read, agent]).toString())).toEqual({
      Label: 'skyshelf.startup.127.0.0.1-1',
      ProgramArguments: ['/usr/bin/open', 'http://127.0.0.1:1/'],
      RunAtLoad: true,
    });
    execFileSync('sh', [join(files, 'Uninstall.command')], { env });
    expect(() => statSync(agent)).toThrow('ENOENT');
  });
});
