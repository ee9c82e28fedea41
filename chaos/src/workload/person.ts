import type { History } from '../history/history.js';
import { seededRandom, type SeededRandom } from '../seeded-random.js';
import type { Answer, GatewayClient, Request } from './gateway-client.js';

/** Something of a user's that others try to get at. */
export interface Belonging {
  user: string;
  id: string;
  folderId: string;
  address: string | null;
  sha256: string | null;
}

/** All workers of a run share it. */
export interface Scene {
  seed: string;
  history: History;
  client: GatewayClient;
  /** True when no new intention is to begin. */
  stopping(): boolean;
  /** The things that intruders may try to get at, the latest of each user. */
  belongings: Map<string, Belonging>;
  /** A new session for a user, from the operator. */
  token(user: string): Promise<string>;
}

/**
 * All marks of people in an answer: names of elements carry ` _user_ `, addresses and fields `local|user`.
 * Without its spaces (in addresses `%20`) a mark could also be within one of the many random ids.
 */
const MARKS = /(?: |%20)_(u\d+)_(?: |%20)|local\|(u\d+)/g;

/** One user: sends requests with its token, and looks whether answers show anything of another user's. */
export class Person {
  constructor(
    readonly scene: Scene,
    readonly user: string,
    readonly token: string,
  ) {}

  random(worker: string): SeededRandom {
    return seededRandom(this.scene.seed, this.user, worker);
  }

  /** @throws what the connection failed of */
  async send(gateway: number, request: Request): Promise<Answer> {
    const answer = await this.scene.client.send(gateway, { token: this.token, ...request });
    this.inspect(request.path, answer);
    return answer;
  }

  private inspect(path: string, { status, bytes, json }: Answer): void {
    const { history } = this.scene;
    if (json !== null) {
      const marks = [...bytes.toString('utf8').matchAll(MARKS)].map(([, name, sub]) => name ?? sub ?? '');
      const foreign = [...new Set(marks)].filter((mark) => mark !== this.user);
      if (foreign.length > 0) history.add({ t: 'foreign', user: this.user, path, marks: foreign });
    }
    if (status === 500)
      history.add({ t: 'bad-status', user: this.user, path, status, body: bytes.toString('utf8', 0, 500) });
  }
}
