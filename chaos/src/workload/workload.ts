import { setTimeout as sleep } from 'node:timers/promises';
import { freshName, make, type Actor } from './elements.js';
import { Mirror } from './mirror.js';
import { Person, type Scene } from './person.js';
import type { Shifts } from './shifts.js';
import { pottering, type Worker } from './workers.js';

/** How much of what a user does. */
export interface Profile {
  users: number;
  /** Workers of each kind; `some` are of the first two users only. */
  each: Record<string, Worker>;
  some: Record<string, Worker>;
  mirrors: number;
  /** Further users, who do one small thing now and then. */
  potterers?: number;
  /** Users ask for no more than the version before knows. */
  isFormer?: boolean;
}

/** All users at work. */
export class Workload {
  /** The number of workers with something in hand. */
  private busy = 0;
  private readonly mirrors: { mirror: Mirror; run: Promise<void> }[] = [];
  /** The first thing that should not have happened in the workload itself. */
  failure: unknown = null;

  constructor(
    private readonly scene: Scene,
    private readonly profile: Profile,
    private readonly shifts: Shifts,
  ) {}

  async start(): Promise<void> {
    const { users, each, some, mirrors, potterers = 0 } = this.profile;
    for (let index = 1; index <= users + potterers; index += 1) {
      const user = `u${index}`;
      const token = await this.scene.token(user);
      this.scene.history.add({ t: 'user', user, token });
      const person = new Person(this.scene, user, token);
      const workers = index <= users ? { ...each, ...(index <= 2 && some) } : { potter: pottering };
      for (const [worker, kind] of Object.entries(workers)) void this.employ(person, worker, kind);
      for (let mirror = 1; index <= users && mirror <= mirrors; mirror += 1)
        this.follow(person, `mirror${mirror}`, index + mirror);
    }
  }

  /**
   * Each ends what it has begun, and begins nothing new until the next shift. @throws what went wrong in the
   * workload itself
   */
  async rest(): Promise<void> {
    this.shifts.rest();
    while (this.busy > 0) await sleep(20);
    if (this.failure) throw this.failure;
  }

  /** The second clients go; no one asks what they saw. */
  async forsakeMirrors(): Promise<void> {
    await Promise.all(this.mirrors.splice(0).map(({ mirror, run }) => (mirror.leave(), run)));
  }

  /** The second clients may now say what they see; each has some time to hear the last of it. */
  async closeMirrors(timeoutMs: number): Promise<void> {
    await Promise.all(
      this.mirrors.splice(0).map(async ({ mirror, run }) => {
        await mirror.close(timeoutMs);
        await run;
      }),
    );
  }

  private async employ(person: Person, worker: string, kind: Worker): Promise<void> {
    const { isFormer = false } = this.profile;
    const actor: Actor = { person, worker, random: person.random(worker), isFormer };
    this.busy += 1;
    try {
      const folder = await make(actor, 'root', 'folder', freshName(actor, 'folder'));
      if (!folder) return;
      const round = kind(actor, folder);
      do {
        while (!this.shifts.isOver) await round();
      } while (await this.nextShift());
    } catch (error) {
      this.failure ??= error;
    } finally {
      this.busy -= 1;
    }
  }

  private async nextShift(): Promise<boolean> {
    this.busy -= 1;
    const another = await this.shifts.nextBegins();
    this.busy += 1;
    return another;
  }

  private follow(person: Person, reader: string, gateway: number): void {
    const mirror = new Mirror(person, reader, gateway);
    this.mirrors.push({ mirror, run: mirror.run() });
  }
}
