import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

type Message = [kind: 0 | 1, id: number, error: { error: string; message: string } | null, result: unknown];

/**
 * Firefox's own protocol for tests
 * (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html): JSON behind its length. Unlike
 * WebDriver BiDi it reaches the browser itself, its menus and questions, and pages of extensions.
 */
export class Marionette {
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #came = Buffer.alloc(0);
  #last = 0;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (bytes) => this.#take(bytes));
    socket.on('close', () => {
      for (const { reject } of this.#asked.values()) reject(new Error('Firefox has ended.'));
    });
  }

  static async at(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const marionette = new Marionette(socket);
    await marionette.ask('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
    return marionette;
  }

  /** Gives a command, and answers what came of it. */
  async ask<Answer>(name: string, parameters: object = {}): Promise<Answer> {
    const asked = Promise.withResolvers<unknown>();
    this.#last += 1;
    this.#asked.set(this.#last, asked);
    const text = JSON.stringify([0, this.#last, name, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const answer = await asked.promise;
    return (answer && typeof answer === 'object' && 'value' in answer ? answer.value : answer) as Answer;
  }

  close(): void {
    this.socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#came = Buffer.concat([this.#came, bytes]);
    for (;;) {
      const colon = this.#came.indexOf(':');
      const end = colon + 1 + Number(this.#came.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || this.#came.length < end) return;
      const message = JSON.parse(this.#came.subarray(colon + 1, end).toString()) as Message | object;
      this.#came = this.#came.subarray(end);
      // First it says who it is.
      if (Array.isArray(message)) this.#hear(message as Message);
    }
  }

  #hear([, id, error, result]: Message): void {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (error) asked?.reject(new Error(`${error.error}: ${error.message}`));
    else asked?.resolve(result);
  }
}
