import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on this machine that answers in place of one of the public network. */
export interface StandIn {
  /** Example: `http://127.0.0.1:<port>` */
  url: string;
  /** `127.0.0.1:<port>`, as it is trusted. */
  host: string;
  /** The paths and queries that were requested. */
  asked: string[];
  /** Answers from now on. */
  answer(how: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Answers everything with this JSON. */
  says(status: number, body: unknown): void;
  stop(): Promise<void>;
}

export async function startStandIn(): Promise<StandIn> {
  const asked: string[] = [];
  let answer = (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(404).end();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const set: StandIn['answer'] = (how) => void (answer = how);
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    answer: set,
    says: (status, body) =>
      set((_, response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      ),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
