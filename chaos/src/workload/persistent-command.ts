import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OperationKind, Payload } from '../history/records.js';
import type { SeededRandom } from '../seeded-random.js';
import type { Answer, Request } from './gateway-client.js';
import type { Person } from './person.js';

/** One step of an intention: a request that is sent until it is answered, always with the same key. */
export interface Step {
  request: Request;
  /** Default: a minute. 0: one try, then whatever came of it is left unknown. */
  timeoutMs?: number;
}

/** The record of a finished intention. */
export interface Outcome {
  answer: Answer | null;
  attempts: number;
}

const TIMEOUT_MS = 60_000;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 1_000;

/** Answers after which the page tries again by itself: no answer, busy, starting, a neighbour away, too fast. */
const isPassing = (status: number): boolean =>
  status === 502 || status === 503 || status === 504 || status === 429;

/** An intention of a user: recorded with its key before the first request, with its outcome after the last. */
export class Intention {
  readonly n: number;
  readonly key: string;

  constructor(
    private readonly person: Person,
    private readonly random: SeededRandom,
    { worker, op, payload, hashed }: { worker: string; op: OperationKind; payload: Payload; hashed: unknown },
  ) {
    const { history } = person.scene;
    this.n = history.nextNumber();
    this.key = `${person.user}-${worker}-${this.n}-${random.hex(8)}`;
    const hash = createHash('sha256').update(JSON.stringify(hashed)).digest('hex').slice(0, 16);
    history.add({ t: 'intend', n: this.n, user: person.user, worker, op, key: this.key, hash, payload });
  }

  /** Sends one step of it. The answer is null when none came that counts. */
  async carryOut({ request, timeoutMs = TIMEOUT_MS }: Step): Promise<Outcome> {
    const { history, client } = this.person.scene;
    const deadline = performance.now() + timeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      // Retries go wherever the balancer sends them.
      const gateway = this.random.between(0, client.gateways.length - 1);
      history.add({ t: 'sent', n: this.n, attempt, gateway });
      const answer = await this.person.send(gateway, { key: this.key, ...request }).catch(() => null);
      if (answer && !isPassing(answer.status) && answer.status !== 500) return { answer, attempts: attempt };
      if (performance.now() > deadline) return { answer: null, attempts: attempt };
      await pause(
        Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 8)) * (0.5 + Math.random() / 2),
      );
    }
  }

  ok(
    { answer, attempts }: Outcome,
    found: { id?: string; name?: string; linkurl?: string; deletedCount?: number },
  ): void {
    this.person.scene.history.add({
      t: 'end',
      n: this.n,
      outcome: 'ok',
      attempts,
      status: answer?.status ?? 0,
      ...found,
    });
  }

  /** Records no answer, or a refusal. Answers whether it was a refusal. */
  failed({ answer, attempts }: Outcome): boolean {
    const outcome = answer ? ('refused' as const) : ('unknown' as const);
    this.person.scene.history.add({
      t: 'end',
      n: this.n,
      outcome,
      attempts,
      status: answer?.status ?? 0,
      ...(answer && { code: codeOf(answer) }),
    });
    return answer !== null;
  }
}

export const succeeded = ({ answer }: Outcome): boolean => answer !== null && answer.status < 400;

function codeOf({ json, bytes }: Answer): string {
  const { error, warnings } = (json ?? {}) as { error?: { code?: string }; warnings?: { code: string }[] };
  return error?.code ?? warnings?.[0]?.code ?? bytes.toString('utf8', 0, 200);
}
