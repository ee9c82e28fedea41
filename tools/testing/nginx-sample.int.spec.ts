import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@skyshelf/host';
import { eventually } from '@skyshelf/testing';
import { expect, it } from 'vitest';

const nginx = '/usr/sbin/nginx';
const sample = () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  return /```nginx\n([^]*?)```/.exec(text)?.[1] ?? expect.fail('no sample');
};

// In CI it has to be there.
it.skipIf(!existsSync(nginx) && !process.env.CI)(
  "behind Debian's nginx, set as docs/operations.md says, WebSockets and all else pass",
  async () => {
    const server = createServer(({ headers }, response) => response.end(JSON.stringify(headers)));
    server.on('upgrade', ({ headers }: IncomingMessage, socket) =>
      socket.end(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`,
      ),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'skyshelf-nginx-'));
    const http = sample()
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replace('127.0.0.1:8080', `127.0.0.1:${(server.address() as AddressInfo).port}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path t;`,
    );
    const settings = `daemon off; master_process off; pid pid; error_log stderr; events {}
      http { access_log off; ${temporary.join(' ')} ${http} }`;
    writeFileSync(join(folder, 'nginx.conf'), settings);
    const running = spawn(nginx, ['-p', folder, '-c', 'nginx.conf'], { stdio: 'ignore' });
    try {
      const url = `http://127.0.0.1:${port}/`;
      const plain = await eventually(async () => (await fetch(url)).json());
      expect(plain).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
      expect(plain).not.toHaveProperty('upgrade');
      const asked = request(url, { headers: { connection: 'Upgrade', upgrade: 'websocket' } }).end();
      const [answer] = (await once(asked, 'upgrade')) as [IncomingMessage];
      expect(answer.headers.upgrade).toBe('websocket');
    } finally {
      running.kill();
      server.close().closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
