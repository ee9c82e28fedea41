import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

const theme = "document.documentElement.dataset.theme = 'light'";
const index = `<!doctype html><html><head><script>${theme}</script><script type="module" src="/assets/app-1a2b.js"></script></head><body></body></html>`;
const app = `export const app = ${JSON.stringify('x'.repeat(2000))};`;

describe('the web build', () => {
  const root = mkdtempSync(join(tmpdir(), 'skyshelf-web-'));
  let gateway: RunningGateway;
  beforeAll(async () => {
    mkdirSync(join(root, 'assets'));
    writeFileSync(join(root, 'index.html'), index);
    writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const file = join(root, 'assets', 'app-1a2b.js');
    writeFileSync(file, app);
    writeFileSync(`${file}.br`, brotliCompressSync(app));
    writeFileSync(`${file}.gz`, gzipSync(app));
    writeFileSync(`${file}.map`, '{}');
    writeFileSync(join(root, '.secret'), 'x');
    writeFileSync(join(root, 'sw.js'), 'addEventListener("fetch", () => undefined);');
    gateway = await runGateway({ overrides: { webRoot: root, publicUrl: 'http://127.0.0.1:1' } });
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(root, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}${path}`, { headers });

  it('is sent as it was compressed, to be kept for ever', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      // For a worker: it loads further scripts and data of ours.
      expect(answer.headers.get('content-security-policy')).toContain(
        "script-src 'self'; connect-src 'self'",
      );
      expect(await answer.text()).toBe(app);
    }
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it('has one page for every route of the page, asked for again each time and sent only when it is new', async () => {
    for (const path of [
      '/',
      '/allfiles/',
      '/allfiles/Holidays/2026/',
      '/callback',
      '/some/other/path',
      '/index.html',
    ]) {
      const answer = await get(path);
      expect(answer.status, path).toBe(200);
      expect(await answer.text(), path).toBe(index);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
    const etag = (await get('/')).headers.get('etag') ?? '';
    const again = await get('/allfiles/', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const head = await fetch(`${gateway.url}/`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect((await fetch(`${gateway.url}/`, { method: 'POST' })).status).toBe(404);
  });

  it('may run the scripts that it was built with and no others', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(
      `script-src 'self' 'sha256-${createHash('sha256').update(theme).digest('base64')}';`,
    );
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  it('has a worker for the whole page, asked for again each time, that frames without an origin do not get', async () => {
    const { status, headers } = await get('/sw.js', { 'service-worker': 'script' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('gives nothing else away', async () => {
    expect((await get('/assets/app-1a2b.js.map')).status).toBe(404);
    expect((await get('/assets/none.js')).status).toBe(404);
    expect(await (await get('/.secret')).text()).toBe(index);
    // As it is written, without the tidying that fetch would do.
    for (const path of [
      '/assets/../../../../etc/passwd',
      '/assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f..%2f..%2fetc/passwd',
    ]) {
      const answer = await new Promise<IncomingMessage>((resolve) =>
        request(gateway.url, { path }, resolve).end(),
      );
      expect(await text(answer), path).not.toContain('root:');
      expect(answer.statusCode, path).toBeGreaterThanOrEqual(400);
    }
  });

  it('leaves refusals as they are', async () => {
    for (const path of ['/api/userinfo', '/internal/keys', '/api/nothing', '/api/changes?since=1']) {
      expect(await (await get(path)).json(), path).toMatchObject({ error: { message: expect.any(String) } });
    }
  });

  it('may be missing: the page then says what to do', async () => {
    const without = await runGateway({ overrides: { webRoot: null } });
    expect(await (await fetch(`${without.url}/`)).text()).toContain('npm run build');
    await without.stop();
    const empty = await runGateway({ overrides: { webRoot: join(root, 'nowhere') } });
    expect(await (await fetch(`${empty.url}/allfiles/`)).text()).toContain('npm run build');
    await empty.stop();
  });
});
