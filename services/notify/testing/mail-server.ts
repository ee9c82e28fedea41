import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/**
 * The server's treatment of the next mail: takes it, after a while, refuses it for now or for good, breaks off behind
 * its last byte, or has it and never answers.
 */
export type Mood = 'takes' | 'slow' | 'not now' | 'never' | 'breaks off' | 'silent';

export interface Received {
  to: string[];
  raw: string;
  /** Its headers, folded lines joined, each name with all of its values. */
  headers: Map<string, string[]>;
}

export interface MailServer {
  url: string;
  received: Received[];
  /** One for each mail that comes; those after the last are taken. */
  moods: Mood[];
  stop(): Promise<void>;
}

const refusals = { 'not now': 451, never: 550 } as const;

/** A mail server on a port, by default a free one. @param slowMs what a slow answer takes, milliseconds */
export async function startMailServer(port = 0, slowMs = 0): Promise<MailServer> {
  const received: Received[] = [];
  const moods: Mood[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 10,
    onData: (stream, { envelope }, done) => {
      void text(stream).then((raw) => {
        const mood = moods.shift() ?? 'takes';
        if (mood === 'not now' || mood === 'never')
          return done(Object.assign(new Error('no'), { responseCode: refusals[mood] }));
        received.push({ to: envelope.rcptTo.map(({ address }) => address), raw, headers: headersOf(raw) });
        if (mood === 'takes') return done();
        if (mood === 'slow') return void setTimeout(done, slowMs);
        if (mood === 'silent') return;
        for (const connection of server.connections) connection._socket.destroy();
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    received,
    moods,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function headersOf(raw: string): Received['headers'] {
  const head = (raw.split('\r\n\r\n', 1)[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
  const headers: Received['headers'] = new Map();
  for (const line of head.split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(line.indexOf(':') + 1).trim()]);
  }
  return headers;
}
