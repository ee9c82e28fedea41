import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { freshName, type Actor, type Known } from './elements.js';
import type { Answer, Request } from './gateway-client.js';
import type { Belonging } from './person.js';
import { fileAddress, type Round, type Worker } from './workers.js';

interface Attempt {
  request(victim: Belonging, actor: Actor): Request | null;
  /** Whether the answer gave or did anything. */
  gained(answer: Answer, victim: Belonging): boolean;
}

const good = ({ status }: Answer): boolean => status < 300;
const attempts: Record<string, Attempt> = {
  'read a file': {
    request: ({ address }) => (address === null ? null : { method: 'GET', path: fileAddress(address) }),
    gained: (answer, { sha256 }) =>
      good(answer) || createHash('sha256').update(answer.bytes).digest('hex') === sha256,
  },
  'list a folder': {
    request: ({ folderId }) => ({ method: 'POST', path: '/api/', json: { url: '/', folderId } }),
    gained: good,
  },
  'rename an element': {
    request: ({ id }, actor) => ({
      method: 'POST',
      path: '/api/edit/',
      json: { url: '/', id, obj: { linkname: freshName(actor, 'taken') } },
    }),
    gained: good,
  },
  'delete an element': {
    request: ({ id }) => ({ method: 'DELETE', path: '/api/delete/', json: { url: '/', arr: [id] } }),
    gained: ({ json, status }) =>
      status < 300 && ((json as { docs?: { deletedCount?: number } }).docs?.deletedCount ?? 1) > 0,
  },
  'plant a folder': {
    request: ({ folderId }, actor) => ({
      method: 'POST',
      path: '/api/add/',
      json: { url: '/', folderId, obj: { linkname: freshName(actor, 'planted'), linktype: 'folder' } },
    }),
    gained: good,
  },
};

/** Tries to get at what is another user's, all the time. */
export const intruding: Worker = (actor) => {
  const { person, random } = actor;
  const { scene, user } = person;
  return async () => {
    const victims = [...scene.belongings.values()].filter((each) => each.user !== user);
    await pause(random.between(50, 300));
    if (victims.length === 0) return;
    const victim = random.pick(victims);
    const name = random.pick(Object.keys(attempts));
    const attempt = attempts[name];
    const request = attempt?.request(victim, actor);
    if (!attempt || !request) return;
    const gateway = random.between(0, scene.client.gateways.length - 1);
    const key = `${user}-intrusion-${random.hex(8)}${random.hex(8)}`;
    const answer = await person.send(gateway, { key, ...request }).catch(() => null);
    if (!answer) return;
    const gained = attempt.gained(answer, victim);
    const { status } = answer;
    scene.history.add({ t: 'intrusion', user, victim: victim.user, attempt: name, status, gained });
  };
};

/** Signs in once more, uses the session at every gateway, leaves it. */
export const comingAndGoing: Worker = ({ person, random, worker }: Actor, _folder: Known): Round => {
  const { scene, user } = person;
  const { history, client } = scene;
  let count = 0;
  return async () => {
    count += 1;
    const session = `${user}/${worker}/${count}`;
    const token = await scene.token(user).catch(() => null);
    await pause(random.between(800, 2_000));
    if (token === null) return;
    history.add({ t: 'session', user, session, what: 'opened', gateway: -1, status: 200, token });
    const gateways = random.shuffled(client.gateways.map((_, index) => index));
    const use = async () => {
      for (const gateway of gateways) {
        const answer = await person
          .send(gateway, { method: 'GET', path: '/api/userinfo', token })
          .catch(() => null);
        if (answer)
          history.add({ t: 'session', user, session, what: 'used', gateway, status: answer.status });
      }
    };
    await use();
    const [gateway = 0] = gateways;
    const left = await person
      .send(gateway, { method: 'POST', path: '/api/logout/', token, json: {} })
      .catch(() => null);
    if (left?.status === 200)
      history.add({ t: 'session', user, session, what: 'left', gateway, status: 200 });
  };
};
