import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

export interface IndexPage {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  /** Format: `sha256-…`, as in the content security policy. */
  scriptHashes: readonly string[];
}

const missing = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Skyshelf</title><h1>The page has not been built yet</h1>
<p>Skyshelf itself is running. Build the page with <code>npm run build</code> and start again, or use the API at <a href="/api/openapi.json">/api/openapi.json</a>.</p></html>`;

export async function loadIndexPage(webRoot: string | null): Promise<IndexPage> {
  return (await loadPage(webRoot, 'index.html')) ?? packedPage(Buffer.from(missing));
}

/** null where the build has no such page. */
export async function loadPage(webRoot: string | null, name: string): Promise<IndexPage | null> {
  const plain = webRoot && (await readFile(join(webRoot, name)).catch(ifAbsent));
  return plain ? packedPage(plain) : null;
}

async function packedPage(plain: Buffer): Promise<IndexPage> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { etag, plain, br, gzip: gz, scriptHashes: inlineScriptHashes(plain.toString()) };
}

function ifAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Content Security Policy Level 3 §2.3.1: base64 of the text between the tags. */
function inlineScriptHashes(html: string): string[] {
  const inline = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi);
  return [...inline].map(([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
}
