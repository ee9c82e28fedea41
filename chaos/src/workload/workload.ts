import { freshName, make, type Actor } from './elements.js';
import { Mirror } from './mirror.js';
import { Person, type Scene } from './person.js';
import type { Worker } from './workers.js';

/** How much of what a user does. */
export interface Profile {
  users: number;
  /** Workers of each kind; `some` are of the first two users only. */
  each: Record<string, Worker>;
  some: Record<string, Worker>;
  mirrors: number;
}

/** All users at work. */
export class Workload {
  private readonly work: Promise<void>[] = [];
  private readonly mirrors: { mirror: Mirror; run: Promise<void> }[] = [];
  /** The first thing that should not have happened in the workload itself. */
  failure: unknown = null;

  constructor(
    private readonly scene: Scene,
    private readonly profile: Profile,
  ) {}

  async start(): Promise<void> {
    const { users, each, some, mirrors } = this.profile;
    for (let index = 1; index <= users; index += 1) {
      const user = `u${index}`;
      const token = await this.scene.token(user);
      this.scene.history.add({ t: 'user', user, token });
      const person = new Person(this.scene, user, token);
      const workers = { ...each, ...(index <= 2 && some) };
      for (const [worker, kind] of Object.entries(workers)) this.work.push(this.employ(person, worker, kind));
      for (let mirror = 1; mirror <= mirrors; mirror += 1)
        this.follow(person, `mirror${mirror}`, index + mirror);
    }
  }

  /** Each ends what it has begun. */
  async stop(): Promise<void> {
    await Promise.all(this.work);
    if (this.failure) throw this.failure;
  }

  /** The second clients may now say what they see; each has some time to hear the last of it. */
  async closeMirrors(patienceMs: number): Promise<void> {
    await Promise.all(
      this.mirrors.map(async ({ mirror, run }) => {
        await mirror.close(patienceMs);
        await run;
      }),
    );
  }

  private async employ(person: Person, worker: string, kind: Worker): Promise<void> {
    const actor: Actor = { person, worker, random: person.random(worker) };
    try {
      const folder = await make(actor, 'root', 'folder', freshName(actor, 'folder'));
      if (!folder) return;
      const round = kind(actor, folder);
      while (!this.scene.stopping()) await round();
    } catch (error) {
      this.failure ??= error;
    }
  }

  private follow(person: Person, reader: string, gateway: number): void {
    const mirror = new Mirror(person, reader, gateway);
    this.mirrors.push({ mirror, run: mirror.run() });
  }
}
