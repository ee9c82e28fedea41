import { randomBytes } from 'node:crypto';
import type { AccessScope, DriveId, FinishedUpload, UploadGrant } from '@skyshelf/contracts';
import type { Clock, StatementSigner } from '@skyshelf/tokens';

/** A person with a drive, who calls through a socket. */
export class Account {
  readonly drive = randomBytes(15).toString('base64url') as DriveId;
  readonly token = randomBytes(15).toString('hex');
  readonly sub: string;
  /** Its token opens so much; absent: everything. */
  scope?: AccessScope;

  constructor(
    readonly name: string,
    private readonly address: string,
    private readonly runtime: { signer: StatementSigner; clock: Clock },
  ) {
    this.sub = `local|${name}`;
  }

  /** The header that says who calls. */
  get authorization(): string {
    return `Bearer ${this.token}`;
  }

  /** Sends any request with this account's token. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: this.authorization, ...(init.headers as Record<string, string>) };
    return fetch(this.address + path, { ...init, headers });
  }

  /** Sends JSON by POST. */
  post(path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** A grant as catalog gives it. */
  grant(about: Partial<UploadGrant> = {}): string {
    const { signer, clock } = this.runtime;
    return signer.sign({
      kind: 'upload-grant',
      uploadId: randomBytes(15).toString('hex'),
      drive: this.drive,
      user: this.sub,
      folderId: 'root',
      name: 'file.bin',
      size: 0,
      contentType: 'application/octet-stream',
      source: 'device',
      quota: 1024 ** 3,
      expires: clock.now().getTime() + 24 * 3600_000,
      ...about,
    });
  }

  /** PUT of all the bytes; the answer as it came. */
  put(grant: string, body: RequestInit['body']): Promise<Response> {
    const streaming = body instanceof ReadableStream && { duplex: 'half' as const };
    return this.fetch('/api/upload/bytes', {
      method: 'PUT',
      body,
      headers: { 'upload-grant': grant },
      ...streaming,
    });
  }

  /** PUT of a bundle: its files by name, the bytes as they are unless others are sent. */
  bundle(
    files: Readonly<Record<string, Uint8Array>>,
    { key, head, bytes }: { key?: string; head?: string; bytes?: Uint8Array } = {},
  ): Promise<Response> {
    const listed = Object.entries(files).map(([name, { length: size }]) => ({ name, size, type: '' }));
    const line = head ?? JSON.stringify({ url: '/', files: listed });
    const body = Buffer.concat([Buffer.from(`${line}\n`), bytes ?? Buffer.concat(Object.values(files))]);
    const headers = { ...(key && { 'idempotency-key': key }) };
    return this.fetch('/api/upload/bundle', { method: 'PUT', body, headers });
  }

  /** A whole upload that must succeed. */
  async upload(bytes: Uint8Array<ArrayBuffer>, about: Partial<UploadGrant> = {}): Promise<FinishedUpload> {
    const answer = await this.put(this.grant({ size: bytes.length, ...about }), bytes);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as FinishedUpload;
  }
}
