import { createHash } from 'node:crypto';

export type OperationKind = 'upload' | 'rename' | 'delete' | 'create';

/** One intention of the client, from its first request to its acknowledgement. */
interface Operation {
  kind: OperationKind;
  inFlight: boolean;
}

/** What must be there: the acknowledged state of one element, as the client knows it. */
export interface ExpectedElement {
  id: string;
  name: string;
  kind: 'file' | 'folder';
  /** Of the bytes; null for folders. */
  sha256: string | null;
  image: boolean;
}

/**
 * The client's own record of what was acknowledged: the judge of a crash run. Nothing of the product is asked
 * for it.
 */
export class Journal {
  readonly expected = new Map<string, ExpectedElement>();
  readonly deleted = new Set<string>();
  acknowledged = 0;
  /** Acknowledged only after a retry with the same key, because a crash cut the first try off. */
  retried = 0;
  private readonly operations = new Set<Operation>();

  begin(kind: OperationKind): Operation {
    const operation = { kind, inFlight: false };
    this.operations.add(operation);
    return operation;
  }

  end(operation: Operation): void {
    this.operations.delete(operation);
    this.acknowledged += 1;
  }

  /** Requests that are on the wire at this moment, by kind. */
  inFlight(): Record<OperationKind, number> {
    const counts = { upload: 0, rename: 0, delete: 0, create: 0 };
    for (const { kind, inFlight } of this.operations) if (inFlight) counts[kind] += 1;
    return counts;
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
