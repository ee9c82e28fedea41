import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freshName, remove, type Actor, type Known } from './elements.js';
import type { Answer } from './gateway-client.js';
import { upload, type FileInHand } from './uploads.js';
import { fileAddress, type Worker } from './workers.js';

/** How long a worker asks for what is made of a file, milliseconds. */
const PATIENCE_MS = 180_000;
const ASK_AGAIN_MS = 300;

/** A sort of file that is converted when it is opened. */
interface Convertible {
  call: string;
  make(actor: Actor): FileInHand;
  /** Whether these bytes can be what was made. */
  isMade(bytes: Buffer): boolean;
}

const letter: Convertible = {
  call: '/api/libreoffice/',
  make: (actor) => ({
    name: `${freshName(actor, 'letter')}.rtf`,
    type: 'application/rtf',
    image: false,
    bytes: Buffer.from(`{\\rtf1\\ansi ${actor.random.hex(8)} is what this letter is about.}`),
  }),
  isMade: (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-',
};

const film: Convertible = {
  call: '/api/ffmpeg/',
  make: (actor) => ({
    name: `${freshName(actor, 'film')}.mkv`,
    type: 'video/x-matroska',
    image: false,
    bytes: filmOf(actor.random.between(1, 8)),
  }),
  isMade: (bytes) => bytes.subarray(4, 8).toString('latin1') === 'ftyp',
};

const films = new Map<number, Buffer>();

/** Creates so many seconds that no browser plays as they are. */
function filmOf(seconds: number): Buffer {
  const found = films.get(seconds);
  if (found) return found;
  const source = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:d=${seconds}`];
  const made = execFileSync('ffmpeg', ['-v', 'error', ...source, '-c:v', 'mpeg4', '-f', 'matroska', '-'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  films.set(seconds, made);
  return made;
}

/** Opens documents and films as the viewer does, reads what was made of them, deletes some, in the meantime too. */
export const converting: Worker = (actor, folder) => async () => {
  const { random } = actor;
  const sort = random.percent(60) ? letter : film;
  const file = await upload(actor, folder.id, sort.make(actor));
  if (!file) return;
  if (random.percent(15)) await ask(actor, sort, file);
  else await readMade(actor, sort, file);
  if (random.percent(60)) await remove(actor, [file]);
};

async function readMade(actor: Actor, sort: Convertible, file: Known): Promise<void> {
  const { person } = actor;
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(ASK_AGAIN_MS)) {
    const answer = await ask(actor, sort, file);
    if (!answer || isPassing(answer.status)) continue;
    const { openElement } = (answer.json ?? {}) as { openElement?: string };
    if (answer.status === 200 && openElement === undefined) continue;
    const made = openElement === undefined ? answer : await read(actor, openElement);
    if (!made || isPassing(made.status)) continue;
    person.scene.history.add({
      t: 'converted',
      user: person.user,
      name: file.name,
      status: made.status,
      right: made.status === 200 && sort.isMade(made.bytes),
    });
    return;
  }
  person.scene.history.add({
    t: 'converted',
    user: person.user,
    name: file.name,
    status: 0,
    right: false,
  });
}

const isPassing = (status: number): boolean => status === 429 || (status >= 502 && status <= 504);

const anyGateway = ({ person, random }: Actor): number =>
  random.between(0, person.scene.client.gateways.length - 1);

const ask = (actor: Actor, { call }: Convertible, { id, linkurl }: Known): Promise<Answer | null> =>
  actor.person
    .send(anyGateway(actor), { method: 'POST', path: call, json: { id, linkurl } })
    .catch(() => null);

const read = (actor: Actor, address: string): Promise<Answer | null> =>
  actor.person.send(anyGateway(actor), { method: 'GET', path: fileAddress(address) }).catch(() => null);
