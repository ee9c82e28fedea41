import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

/** The result of one request. */
export interface DownloadProgress {
  status: number;
  etag: string;
  bytes: number;
  /** The measures of the body until now. */
  firstByteMs: number;
  seconds: number;
}

export interface DownloadOptions {
  /** Absent at an address that is a leave by itself. */
  token?: string;
  /** Default GET. */
  method?: 'GET' | 'HEAD';
  headers?: Record<string, string>;
  /** Gets each byte. */
  hash?: Hash;
  /** The bytes are stored in this file. */
  file?: string;
  /** The connection is cut after so many bytes. */
  breakOffAfter?: number;
}

/** Downloads as a client that counts, and keeps nothing unless it is told where. Goes where it is sent. */
export function download(url: URL, options: DownloadOptions): Promise<DownloadProgress> {
  const { token, method = 'GET', headers = {}, hash, file, breakOffAfter = Infinity } = options;
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method, headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers } },
      (answer) => {
        void (answer.statusCode === 302 ? follow(answer) : receive(answer)).then(resolve, reject);
      },
    );
    call.on('error', reject).end();

    async function follow(answer: IncomingMessage): Promise<DownloadProgress> {
      answer.resume();
      const came = await download(new URL(answer.headers.location ?? '', url), {
        ...options,
        token: undefined,
      });
      return { ...came, seconds: (performance.now() - begun) / 1000 };
    }

    async function receive(answer: IncomingMessage): Promise<DownloadProgress> {
      const out = file === undefined ? null : createWriteStream(file);
      let bytes = 0;
      let firstByteMs = 0;
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        if (bytes === 0) firstByteMs = performance.now() - begun;
        const taken = chunk.subarray(0, breakOffAfter - bytes);
        bytes += taken.length;
        hash?.update(taken);
        if (out && !out.write(taken)) await once(out, 'drain');
        if (bytes >= breakOffAfter) break;
      }
      if (out) await finished(out.end());
      return {
        status: answer.statusCode ?? 0,
        etag: String(answer.headers.etag),
        bytes,
        firstByteMs,
        seconds: (performance.now() - begun) / 1000,
      };
    }
  });
}

export const sha256 = (): Hash => createHash('sha256');
