import { request } from 'node:http';
import { dataFolderPaths } from './data-folder.js';

const usage = `Usage: npm run skyshelf -- COMMAND   (on the running standalone, found by SKYSHELF_DATA)

  token --user NAME      prints an access token with sub local|NAME; the account is created on first use
  fsck [--storage]       checks all data against every rule; exit code 1 when it finds something
  rebuild [--drive ID]   writes the read models anew from the events
  stats                  what waits in the outboxes
  parked list            drives that wait for an operator
  parked retry|drop CONSUMER DRIVE
`;

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  print(answer: unknown): void;
  code?(answer: unknown): number;
}

const printJson = (answer: unknown): void => console.log(JSON.stringify(answer, null, 2));

function parse(words: readonly string[]): Call | null {
  const [command, ...rest] = words;
  const option = (name: string) => rest[rest.indexOf(name) + 1];
  switch (command) {
    case 'token':
      if (!rest.includes('--user') || !option('--user')) return null;
      return {
        method: 'POST',
        path: '/internal/token',
        body: { user: option('--user') },
        print: (answer) => console.log((answer as { access_token: string }).access_token),
      };
    case 'fsck':
      return {
        method: 'POST',
        path: '/operations/fsck',
        body: { storage: rest.includes('--storage') },
        print: printJson,
        code: (answer) => ((answer as { findings: unknown[] }).findings.length > 0 ? 1 : 0),
      };
    case 'rebuild':
      return {
        method: 'POST',
        path: '/operations/rebuild',
        body: rest.includes('--drive') ? { drive: option('--drive') } : {},
        print: printJson,
      };
    case 'stats':
      return { method: 'GET', path: '/operations/stats', print: printJson };
    case 'parked':
      if (rest[0] === 'list') return { method: 'GET', path: '/operations/parked', print: printJson };
      if ((rest[0] === 'retry' || rest[0] === 'drop') && rest[1] && rest[2]) {
        return {
          method: 'POST',
          path: `/operations/parked/${rest[0]}`,
          body: { consumer: rest[1], drive: rest[2] },
          print: printJson,
        };
      }
      return null;
    default:
      return null;
  }
}

function send({ method, path, body }: Call, socketPath: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers =
      payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const call = request({ socketPath, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const answer = JSON.parse(text) as { error?: { message: string } };
        if ((response.statusCode ?? 500) >= 400) reject(new Error(answer.error?.message ?? text));
        else resolve(answer);
      });
    });
    call.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT' || error.code === 'ECONNREFUSED'
          ? new Error('No Skyshelf runs on this data folder. Start it with: npm start')
          : error,
      ),
    );
    call.end(payload);
  });
}

async function main(words: readonly string[]): Promise<number> {
  const call = parse(words);
  if (!call) {
    console.error(usage);
    return 2;
  }
  try {
    const answer = await send(call, dataFolderPaths(process.env.SKYSHELF_DATA || '.skyshelf').opsSocket);
    call.print(answer);
    return call.code?.(answer) ?? 0;
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
