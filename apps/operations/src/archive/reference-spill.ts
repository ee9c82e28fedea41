import { randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { blobId, derivedResults } from '@skyshelf/contracts';
import { z } from 'zod';

const namingElement = z.object({
  id: z.string(),
  class: z.literal('item'),
  blobId: blobId.nullable(),
  derived: derivedResults,
});
export type ReferenceRow = z.infer<typeof namingElement>;

const PAGE = 500;

/** Spills references to disk, because there may be two million. The file is unlinked, so it ends with the process. */
export class ReferenceSpill {
  private waiting: string[] = [];
  private position = 0;

  private constructor(private readonly file: FileHandle) {}

  /** @param near in whose folder there is room */
  static async open(near: string): Promise<ReferenceSpill> {
    const path = `${near}.${randomBytes(6).toString('hex')}`;
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return new ReferenceSpill(file);
  }

  async clear(): Promise<void> {
    this.waiting = [];
    this.position = 0;
    await this.file.truncate(0);
  }

  /** Skips folders. */
  async add(row: unknown): Promise<void> {
    const found = namingElement.safeParse(row);
    if (!found.success) return;
    this.waiting.push(JSON.stringify(found.data));
    if (this.waiting.length === PAGE) await this.flush();
  }

  /** Gives 500 references each, in order. */
  async *pages(): AsyncGenerator<ReferenceRow[]> {
    await this.flush();
    const stream = this.file.createReadStream({ start: 0, autoClose: false });
    let page: ReferenceRow[] = [];
    for await (const line of createInterface({ input: stream })) {
      page.push(namingElement.parse(JSON.parse(line)));
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const text = Buffer.from(this.waiting.map((line) => `${line}\n`).join(''));
    this.waiting = [];
    await this.file.write(text, 0, text.length, this.position);
    this.position += text.length;
  }
}
