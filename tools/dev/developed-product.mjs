import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { say } from '../setup/messages.mjs';
import { productNode } from '../setup/node-version.mjs';

/** A port of this machine that no one listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** The standalone in a process of its own, which is replaced when its program has changed. */
export class DevelopedProduct {
  #child = null;
  #last = Promise.resolve();

  constructor(program, env) {
    this.program = program;
    this.env = env;
  }

  /** One after the other: two processes cannot share a data folder. */
  restart() {
    this.#last = this.#last.then(async () => {
      await this.#end();
      this.#start();
    });
    return this.#last;
  }

  async stop() {
    await this.#last;
    await this.#end();
  }

  #start() {
    // In a process group of its own: Ctrl+C reaches this process alone, which stops it in order.
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
    const words = ['--enable-source-maps', this.program];
    const child = spawn(productNode(), words, { env: this.env, stdio, detached: true });
    this.#child = child;
    child.once('exit', () => {
      if (this.#child !== child) return;
      this.#child = null;
      say('The services have ended; they start again when a file of theirs changes.');
    });
  }

  async #end() {
    const child = this.#child;
    if (!child) return;
    this.#child = null;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}
