import { createHash } from 'node:crypto';
import { CLIENT_DEVICE_HEADER, type RequestedUpload } from '@skyshelf/contracts';
import type { FinishedBundle } from '../src/application/bundles.js';

interface Start {
  opId: string;
  request: RequestedUpload;
}

/** Answers like catalog: grants for all names but the taken ones, and elements, once under a key. */
export class BundleAnswers {
  readonly taken = new Set<string>();
  /** The admitted bundles by key. */
  readonly admitted = new Map<string, FinishedBundle>();
  /** It runs before an admission counts. */
  onAdmit: () => Promise<void> = async () => {};

  answer(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): unknown {
    if (path === '/internal/bundles/start') return this.start(body as Start);
    if (path !== '/internal/bundles/admit') return undefined;
    return this.admit({ ...(body as FinishedBundle), device: headers[CLIENT_DEVICE_HEADER] });
  }

  private start({ opId, request }: Start) {
    const files = request.files.map(({ name, size, type, source }, index) => ({
      uploadId: createHash('sha256').update(`${opId} ${index} ${name} ${size}`).digest('hex').slice(0, 32),
      name,
      size,
      source,
      contentType: type || 'application/octet-stream',
      granted: !this.taken.has(name),
    }));
    const warnings = files.flatMap(({ granted, name }, index) =>
      granted ? [] : [{ index, name, code: 'name.exists', message: `${name} already exist.` }],
    );
    return { folderId: 'root', quota: 1024 ** 3, files, warnings };
  }

  private async admit(bundle: FinishedBundle) {
    await this.onAdmit();
    const kept = this.admitted.get(bundle.opId) ?? bundle;
    this.admitted.set(bundle.opId, kept);
    for (const { name } of kept.files) this.taken.add(name);
    const insertedIds = Object.fromEntries(kept.files.map(({ index, blobId }) => [index, `e-${blobId}`]));
    return { docs: { result: { ok: 1 }, ops: [], insertedIds }, warnings: [] };
  }
}
