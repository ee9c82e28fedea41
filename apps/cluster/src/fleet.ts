import { DomainError, serviceNames, type ServiceName } from '@skyshelf/contracts';
import { replicas, type ReplicaSlot } from './process-plan.js';
import { Replica, type ReplicaDeps } from './replica.js';

export interface RunningProcess {
  name: ServiceName;
  replica: number;
  /** Null while it is dead. */
  pid: number | null;
  url: string;
  publicUrl?: string;
}

/** Default: all. */
export interface ProcessChoice {
  name?: ServiceName;
  replica?: number;
}

const STOP_WITHIN_MS = 45_000;

export class Fleet {
  private readonly members: readonly Replica[];
  private readonly free = new Map<ServiceName, ReplicaSlot>();
  private restarting: Promise<unknown> = Promise.resolve();

  constructor(
    readonly slots: readonly ReplicaSlot[],
    deps: ReplicaDeps,
  ) {
    this.members = slots.flatMap((slot) => {
      if (slot.number <= replicas[slot.service]) return [new Replica(slot.service, slot.number, slot, deps)];
      this.free.set(slot.service, slot);
      return [];
    });
  }

  /** @throws {Error} when one does not get ready */
  async start(): Promise<void> {
    await Promise.all(this.members.map((member) => member.start()));
  }

  processes(): RunningProcess[] {
    return this.members.map(({ service, number, pid, url, publicUrl }) => ({
      name: service,
      replica: number,
      pid,
      url,
      ...(publicUrl && { publicUrl }),
    }));
  }

  /**
   * Restarts one after the other.
   * @throws DomainError `input.invalid` for an unknown process; `internal` when one did not get ready again
   */
  async restart({ name, replica }: ProcessChoice): Promise<RunningProcess[]> {
    const chosen = this.members.filter(
      (member) =>
        (name === undefined || member.service === name) &&
        (replica === undefined || member.number === replica),
    );
    if (chosen.length === 0) throw new DomainError('input.invalid', { message: 'There is no such process.' });
    const turn = this.restarting.then(() => this.restartEach(chosen));
    this.restarting = turn.catch(() => undefined);
    await turn;
    return this.processes();
  }

  async stop(): Promise<void> {
    for (const gateways of [true, false]) {
      const those = this.members.filter(({ service }) => (service === 'gateway') === gateways);
      await Promise.all(those.map((member) => member.stop(STOP_WITHIN_MS)));
    }
  }

  private async restartEach(chosen: readonly Replica[]): Promise<void> {
    const order = chosen.toSorted(
      (a, b) => serviceNames.indexOf(b.service) - serviceNames.indexOf(a.service) || a.number - b.number,
    );
    for (const member of order) {
      const slot = this.free.get(member.service);
      if (!slot) throw new Error(`${member.name} has no slot to move to.`);
      this.free.set(member.service, await member.moveTo(slot));
    }
  }
}
