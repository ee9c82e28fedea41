import { routes } from '@skyshelf/contracts';
import type { ApiClient } from '@skyshelf/testing';

/** A user with something to look at and to rename. */
export interface SteadyUser {
  client: ApiClient;
  item: string;
}

export interface SteadyRequests {
  /** Ends when all requests under way are answered. */
  stop(): Promise<SteadyOutcome>;
}

export interface SteadyOutcome {
  sent: number;
  seconds: number;
  /** The longest answer, milliseconds. */
  longestMs: number;
  /** Requests answered with anything but success, or not at all; each with its reason. */
  failures: string[];
}

/**
 * How long both answers of a user may take when all ask at once, milliseconds: twice what they take of a warm
 * cluster on two processors.
 */
const PROMPT_MS = 600;
/** A machine that is never prompt is measured as it is. */
const MOST_ROUNDS = 12;

/**
 * Opens every connection, then asks as `sendSteadily` will, all users at once, until the slowest answer is
 * prompt: new processes take several times as long at first. Node accepts one connection each time around its
 * event loop, so on a busy machine a hundred new ones at once wait longer than an answer may take.
 */
export async function warmUp(users: readonly SteadyUser[], connections: number): Promise<void> {
  for (const { client } of users)
    await Promise.all(
      Array.from({ length: connections }, () => client.call(routes.listFolder, { body: { url: '/' } })),
    );
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const took = await Promise.all(users.map((user) => promptness(user, round)));
    if (Math.max(...took) <= PROMPT_MS) return;
  }
}

async function promptness({ client, item }: SteadyUser, round: number): Promise<number> {
  const began = performance.now();
  const obj = { linkname: `warmed up in round ${round}` };
  await client.call(routes.editElement, { body: { url: '/', id: item, obj } });
  await client.call(routes.listFolder, { body: { url: '/' } });
  return performance.now() - began;
}

/**
 * Sends requests at a fixed rate, whether earlier ones are answered or not: three listings for each renaming.
 * Nothing is sent twice, so a request that fails is counted.
 */
export function sendSteadily(users: readonly SteadyUser[], perSecond: number): SteadyRequests {
  const failures: string[] = [];
  const renaming = new Set<SteadyUser>();
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  let sent = 0;
  let longestMs = 0;
  const send = async (turn: number): Promise<void> => {
    const user = users[Math.floor(turn / 4) % users.length];
    if (!user) throw new Error('no one is there');
    // A user's own renamings follow each other.
    if (turn % 4 !== 0 || renaming.has(user)) {
      await user.client.call(routes.listFolder, { body: { url: '/' } });
      return;
    }
    renaming.add(user);
    try {
      const linkname = `renamed in turn ${turn}`;
      await user.client.call(routes.editElement, { body: { url: '/', id: user.item, obj: { linkname } } });
    } finally {
      renaming.delete(user);
    }
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    for (; sent < due; sent += 1) {
      const at = Math.round(performance.now() - began);
      const call: Promise<void> = send(sent)
        .catch((error: Error) => void failures.push(`after ${at} ms: ${error.message}`))
        .finally(() => {
          underWay.delete(call);
          longestMs = Math.max(longestMs, Math.round(performance.now() - began) - at);
        });
      underWay.add(call);
    }
  }, 10);
  return {
    stop: async () => {
      clearInterval(timer);
      const seconds = (performance.now() - began) / 1000;
      await Promise.all(underWay);
      return { sent, seconds, longestMs, failures };
    },
  };
}
