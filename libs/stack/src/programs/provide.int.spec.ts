import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scratchFolder } from '../../testing/scratch-folder.js';
import { provide, provisionProblem } from './provide.js';

describe('making a program', () => {
  let scratch: ReturnType<typeof scratchFolder>;
  beforeEach(() => {
    scratch = scratchFolder();
    vi.stubEnv('XDG_CACHE_HOME', join(scratch.path, 'cache'));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    scratch.remove();
  });

  /** A Go that notes each build, and then does as told: what is looked at here is what is made of its results. */
  function useGo(afterwards: string): void {
    const folder = join(scratch.path, 'go', 'bin');
    mkdirSync(folder, { recursive: true });
    const script = `#!/bin/sh
      if [ "$1" = version ]; then echo "go version go1.26.8 linux/amd64"; exit; fi
      echo "$@" >> ${scratch.path}/builds
      ${afterwards}`;
    writeFileSync(join(folder, 'go'), script);
    chmodSync(join(folder, 'go'), 0o755);
    vi.stubEnv('GOROOT', join(scratch.path, 'go'));
  }
  const builds = () => readFileSync(join(scratch.path, 'builds'), 'utf8').trim().split('\n');
  const cached = () => readdirSync(join(scratch.path, 'cache', 'skyshelf'));

  it('builds the pinned version once for all who want it at the same time, and reports it', async () => {
    useGo('echo program > "$GOBIN/server"');
    const lines: string[] = [];
    const paths = await Promise.all([provide('toxiproxy', (line) => lines.push(line)), provide('toxiproxy')]);
    expect(paths[0]).toBe(paths[1]);
    expect(paths[0]).toContain('toxiproxy-2.5.0/toxiproxy-server');
    expect(readFileSync(paths[0], 'utf8')).toBe('program\n');
    expect(builds()).toEqual([expect.stringContaining('github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0')]);
    expect(lines.join('\n')).toMatch(/making toxiproxy v2\.5\.0 .*\n(.*\n)*done in \d+ s/);
    expect(cached()).toEqual(['toxiproxy-2.5.0']);
  });

  it('leaves nothing of a build that fails, shows its words, and tries again next time', async () => {
    useGo('echo half > "$GOBIN/server"; echo "no route to the module" >&2; exit 1');
    await expect(provide('toxiproxy')).rejects.toThrow(/has failed \(exit code 1\):\nno route to the module/);
    expect(cached()).toEqual([]);
    useGo('echo program > "$GOBIN/server"');
    expect(existsSync(await provide('toxiproxy'))).toBe(true);
  });

  it('says what to install when Java or Maven is missing', async () => {
    vi.stubEnv('JAVA_HOME', '');
    vi.stubEnv('MAVEN_HOME', '');
    vi.stubEnv('PATH', join(scratch.path, 'empty'));
    await expect(provide('kafka')).rejects.toThrow(
      /Kafka needs Java 17 .*apt-get install -y openjdk-17-jre-headless/,
    );
    expect(await provisionProblem('kafka')).toContain('openjdk-17-jre-headless');
  });

  it('does without Go when the program is there', async () => {
    useGo('echo program > "$GOBIN/server"');
    await provide('toxiproxy');
    expect(await provisionProblem('toxiproxy')).toBeUndefined();
    useGo('exit 1');
    expect(await provide('toxiproxy')).toContain('toxiproxy-server');
    expect(builds()).toHaveLength(1);
  });
});
