import type { AimName } from '../aims/aims.js';

/** A change of one place in one source file. */
export interface Patch {
  /** The path below the repository. */
  file: string;
  /** Stands there exactly once. */
  find: string;
  replace: string;
}

export interface PlantedBug {
  name: string;
  /** The description of the mistake for people. */
  what: string;
  patches: readonly Patch[];
  /** The circumstances that bring it to light. */
  aim: AimName;
}

/** Mistakes that this product must never make. Each is planted in a copy of the build, never in the product. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'offset-before-effect',
    what: 'a consumer writes down that it has read an event before its effect has happened',
    patches: [
      {
        file: 'libs/event-bus/src/kafka/kafka-subscription.ts',
        find: '    void this.pass(reading, offset, event);',
        replace: '    reading.progress.passed(offset);\n    void this.pass(reading, offset, event);',
      },
    ],
    aim: 'stuck-consumers',
  },
  {
    name: 'cursor-check-off',
    what: 'a consumer handles every event that comes, whether it has passed it or not',
    patches: [
      {
        file: 'libs/event-bus/src/consumer/event-dispatcher.ts',
        find: "if (version <= position.version) return stepped ? undefined : this.count(event, 'repeated');",
        replace: '',
      },
      {
        file: 'libs/event-bus/src/consumer/event-dispatcher.ts',
        find: 'const next = isNext ? event : await this.pulledNext(position, pulled);',
        replace: 'const next = event;',
      },
      {
        file: 'libs/event-bus/src/consumer/event-dispatcher.ts',
        find: 'await this.step(position, next, position.version + 1);\n      stepped = true;\n      if (position.version >= version || position.parked) return undefined;',
        replace:
          'await this.step(position, next, version);\n      if (position.version === version) return undefined;',
      },
    ],
    aim: 'repeats',
  },
  {
    name: 'high-water-mark',
    what: 'the relay reads on from the last event it has seen, instead of what is unpublished',
    patches: [
      {
        file: 'libs/event-store/src/mongo/outbox.ts',
        find: 'const stream = { sort: STREAM_ORDER, hint: STREAM_INDEX };',
        replace: 'const stream = { sort: STREAM_ORDER, hint: STREAM_INDEX };\n  let mark = new Date(0);',
      },
      {
        file: 'libs/event-store/src/mongo/outbox.ts',
        find: '({ pub: false, ...each })',
        replace: '({ $and: [{ pub: false, ...each }, { at: { $gt: mark } }] })',
      },
      {
        file: 'libs/event-store/src/mongo/outbox.ts',
        find: 'return read(filter, limit, { sort: QUEUE_ORDER, hint: UNPUBLISHED_INDEX });',
        replace: `const seen = (found: EventMessage[]): EventMessage[] => {
        for (const { at } of found) if (new Date(at) > mark) mark = new Date(at);
        return found;
      };
      return read(filter, limit, { sort: QUEUE_ORDER, hint: UNPUBLISHED_INDEX }).then(seen);`,
      },
    ],
    aim: 'undisturbed',
  },
  {
    name: 'relay-without-lease',
    what: 'each replica of the relay publishes everything, even what another has committed or holds the lease of',
    patches: [
      {
        file: 'libs/event-bus/src/relay/slot-leases.ts',
        find: '    return this.slots;\n',
        replace: '    return slotIds.map(slotOf);\n',
      },
      {
        file: 'libs/event-bus/src/relay/outbox-relay.ts',
        find: 'const everything = !this.begun || this.stopped;',
        replace: 'const everything = true;',
      },
      {
        file: 'libs/event-bus/src/relay/outbox-relay.ts',
        find: 'this.looksForLate() ? slots : []',
        replace: 'slots',
      },
    ],
    aim: 'replicas',
  },
  {
    name: 'multi-partition-send',
    what: 'one request to Kafka spans partitions',
    patches: [
      {
        file: 'libs/event-bus/src/kafka/event-producer.ts',
        find: 'this.queue(topic, partition).push(those.map(toCloudEvent)),',
        replace: 'this.queue(topic, -1).push(those.map((event) => ({ ...toCloudEvent(event), partition }))),',
      },
      {
        file: 'libs/event-bus/src/kafka/event-producer.ts',
        find: 'messages.map((message) => ({ ...message, partition }));',
        replace: 'messages.map((message) => ({ partition, ...message }));',
      },
    ],
    aim: 'broker-deaths',
  },
  {
    name: 'missing-fsync',
    what: 'the folder store does not sync the bytes before it gives them their name',
    patches: [
      { file: 'libs/object-store/src/folder/temp-file.ts', find: '    await handle.sync();\n', replace: '' },
    ],
    aim: 'power-cuts',
  },
  {
    name: 'read-outside-session',
    what: 'within a transaction something is read without its session, so without its own writes',
    patches: [
      {
        file: 'services/storage/src/infrastructure/references.ts',
        find: 'aggregate<Nameable>(pipeline, { session })',
        replace: 'aggregate<Nameable>(pipeline)',
      },
    ],
    aim: 'undisturbed',
  },
  {
    name: 'fence-left-out',
    what: 'a batch that starts from what the process remembers does not ask whether the fence still stands there',
    patches: [
      {
        file: 'libs/event-store/src/mongo/fence.ts',
        find: "filter: { _id, state: 'open' as const, fence },",
        replace: "filter: { _id, state: 'open' as const },",
      },
    ],
    aim: 'rebuilds',
  },
  {
    name: 'ownership-check-left-out',
    what: 'a file is read by anyone who knows its address',
    patches: [
      {
        file: 'services/storage/src/application/read-file.ts',
        find: "if (!blob || blob.drive !== drive || blob.state !== 'ready')",
        replace: "if (!blob || blob.state !== 'ready')",
      },
      // Catalog would say that the caller's drive shows no such file.
      {
        file: 'services/storage/src/application/read-file.ts',
        find: 'isLive(caller, asked)',
        replace: 'isLive({ drive: found.drive }, asked)',
      },
    ],
    aim: 'undisturbed',
  },
];
