import { get, type ClientRequest } from 'node:http';
import { createInterface } from 'node:readline';
import { routes } from '@skyshelf/contracts';
import type { ApiClient } from '@skyshelf/testing';

/**
 * Live changes as the page follows them: comes back when the stream ends, and asks after each ring what has
 * changed.
 */
export class ResumingStream {
  /** Elements as the changes have told them: name by id. */
  readonly shown = new Map<string, string>();
  /** How often the stream was opened again. */
  resumed = 0;
  /** Versions that were told. */
  events = 0;
  /** The failures are all ends that are not orderly. */
  readonly failures: string[] = [];
  private known = 0;
  private asking: Promise<void> = Promise.resolve();
  private call: ClientRequest | null = null;
  private closed = false;

  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
    private readonly client: ApiClient,
  ) {
    this.open();
  }

  get version(): number {
    return this.known;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.call?.destroy();
    await this.asking;
  }

  private open(): void {
    const headers = {
      authorization: `Bearer ${this.token}`,
      accept: 'text/event-stream',
      'last-event-id': String(this.known),
    };
    const call = get(new URL('/api/changes/live', this.baseUrl), { headers, agent: false });
    this.call = call;
    call.on('error', (error) => this.ended(error.message));
    call.on('response', (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        this.ended(`status ${response.statusCode}`);
        return;
      }
      let last = -1;
      const lines = createInterface({ input: response });
      // It tells what the response tells.
      lines.on('error', () => {});
      lines.on('line', (line) => {
        const [, id] = /^id: ?(\d+)$/.exec(line) ?? [];
        if (id === undefined) return;
        if (Number(id) < last) this.failures.push(`version ${id} was told after ${last}`);
        last = Number(id);
        this.events += 1;
        this.ask();
      });
      response.on('end', () => this.ended(null));
      response.on('error', (error) => this.ended(error.message));
    });
  }

  /** @param reason null when the server ended the stream in order */
  private ended(reason: string | null): void {
    if (this.closed) return;
    if (reason !== null) this.failures.push(reason);
    this.resumed += 1;
    this.open();
  }

  private ask(): void {
    this.asking = this.asking
      .then(() => this.readChanges())
      .catch((error: Error) => {
        if (!this.closed) this.failures.push(error.message);
      });
  }

  private async readChanges(): Promise<void> {
    const answer = await this.client.call(routes.changes, { query: { since: this.known } });
    if (answer.resync) throw new Error('told to list the folder again');
    for (const { _id, linkname } of answer.elements) this.shown.set(_id, linkname);
    for (const id of answer.removed) this.shown.delete(id);
    this.known = answer.version;
  }
}
