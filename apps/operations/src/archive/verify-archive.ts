import { createHash } from 'node:crypto';
import { DomainError } from '@skyshelf/contracts';
import { archivedBlob, closing, entryNames, manifest, type Manifest } from './archive-format.js';
import { entriesOf, isBlobRecord, parsed, textOf, unreadable, type ArchiveEntry } from './archive-reader.js';

export interface ArchiveContent {
  manifest: Manifest;
  blobs: number;
}

/**
 * Reads all of it.
 * @throws DomainError `input.invalid`: no archive, cut off, or altered
 */
export async function verifyArchive(file: string, signal: AbortSignal): Promise<ArchiveContent> {
  const verifier = new ArchiveVerifier(file);
  try {
    for await (const entry of entriesOf(file)) {
      signal.throwIfAborted();
      await verifier.take(entry);
    }
    return verifier.content();
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(file, error);
  }
}

/** Refuses the first entry out of place or changed. */
class ArchiveVerifier {
  private readonly digest = createHash('sha256');
  private readonly sections = new Set<string>();
  private manifest: Manifest | null = null;
  private ended = false;
  private entries = 0;
  private blobs = 0;
  private last = { name: '', sha256: '', size: 0 };

  constructor(private readonly file: string) {}

  async take(entry: ArchiveEntry): Promise<void> {
    if (this.ended) throw this.damaged('Something stands behind its end.');
    if (entry.name === entryNames.end) return this.end(entry);
    this.checkPlace(entry.name);
    const isRecord = isBlobRecord(entry.name);
    const { text, sha256 } = await summed(entry, isRecord || this.entries === 0);
    this.digest.update(`${sha256} ${entry.name}\n`);
    this.entries += 1;
    if (this.entries === 1) this.manifest = parsed(manifest, entry.name, () => JSON.parse(text));
    if (isRecord) this.checkBlob(entry.name, text);
    this.last = { name: entry.name, sha256, size: entry.size };
  }

  content(): ArchiveContent {
    if (!this.manifest || !this.ended) throw this.damaged('It is cut off.');
    return { manifest: this.manifest, blobs: this.blobs };
  }

  private async end(entry: ArchiveEntry): Promise<void> {
    const text = await textOf(entry);
    const { entries, sha256 } = parsed(closing, entry.name, () => JSON.parse(text));
    if (entries !== this.entries || sha256 !== this.digest.digest('hex'))
      throw this.damaged('Its sum is wrong.');
    this.ended = true;
  }

  /** Events of a service are adjacent; so are references, openings and blobs. */
  private checkPlace(name: string): void {
    const section = sectionOf(name);
    if (section !== sectionOf(this.last.name) && this.sections.has(section))
      throw this.damaged(`${name} stands apart from its like.`);
    this.sections.add(section);
  }

  private checkBlob(name: string, text: string): void {
    const blob = parsed(archivedBlob, name, () => JSON.parse(text));
    const { last } = this;
    if (entryNames.bytes(blob.blobId) !== last.name || blob.sha256 !== last.sha256 || blob.size !== last.size)
      throw this.damaged(`${name} is not of the bytes before it.`);
    this.blobs += 1;
  }

  private damaged(why: string): DomainError {
    return new DomainError('input.invalid', {
      message: `${this.file} is no whole archive. ${why} Nothing was changed.`,
    });
  }
}

/** With its text if wanted, else streamed. */
async function summed(entry: ArchiveEntry, wanted: boolean): Promise<{ text: string; sha256: string }> {
  const hash = createHash('sha256');
  const text = wanted ? await textOf(entry) : '';
  if (wanted) hash.update(text);
  else for await (const chunk of entry.body) hash.update(chunk as Buffer);
  return { text, sha256: hash.digest('hex') };
}

const sectionOf = (name: string): string =>
  name.startsWith('blobs/') ? 'blobs' : name.replace(/-\d+\.jsonl$/, '');
