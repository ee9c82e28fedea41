import { request } from 'node:http';
import { dataFolderPaths } from '@skyshelf/data-folder';

const usage = `Usage: npm run skyshelf -- COMMAND   (on the running standalone, found by SKYSHELF_DATA)

  token --user NAME      prints an access token with sub local|NAME; the account is created on first use
  fsck [--storage]       checks all data against every rule; exit code 1 when it finds something
  rebuild [--drive ID]   writes the read models anew from the events
  stats                  what waits in the outboxes
  parked list            drives that wait for an operator
  parked retry|drop CONSUMER DRIVE
  resync CONSUMER        gives a service all events of the others again, past its cursors
`;

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
}

/** What the operator's commands answer; `token` and `stats` answer their own. */
interface Answer {
  text?: string;
  exitCode?: number;
  access_token?: string;
}

const commands: Record<string, (words: readonly string[]) => Call | null> = {
  token: (words) => {
    const user = option(words, '--user');
    return user ? { method: 'POST', path: '/internal/token', body: { user } } : null;
  },
  fsck: (words) => ({
    method: 'POST',
    path: '/operations/fsck',
    body: { storage: words.includes('--storage') },
  }),
  rebuild: (words) => ({
    method: 'POST',
    path: '/operations/rebuild',
    body: { drive: option(words, '--drive') },
  }),
  stats: () => ({ method: 'GET', path: '/operations/stats' }),
  resync: ([consumer]) =>
    consumer ? { method: 'POST', path: '/operations/resync', body: { consumer } } : null,
  parked: ([what = '', consumer, drive]) => {
    if (what === 'list') return { method: 'GET', path: '/operations/parked' };
    if (!['retry', 'drop'].includes(what) || !consumer || !drive) return null;
    return { method: 'POST', path: `/operations/parked/${what}`, body: { consumer, drive } };
  },
};

function option(words: readonly string[], name: string): string | undefined {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words[at + 1];
}

function send({ method, path, body }: Call, socketPath: string): Promise<Answer> {
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
        const answer = JSON.parse(text) as Answer & { error?: { message: string } };
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

async function main([command = '', ...words]: readonly string[]): Promise<number> {
  const call = Object.hasOwn(commands, command) ? commands[command]?.(words) : null;
  if (!call) {
    console.error(usage);
    return 2;
  }
  try {
    const answer = await send(call, dataFolderPaths(process.env.SKYSHELF_DATA || '.skyshelf').opsSocket);
    console.log(answer.text ?? answer.access_token ?? JSON.stringify(answer, null, 2));
    return answer.exitCode ?? 0;
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
