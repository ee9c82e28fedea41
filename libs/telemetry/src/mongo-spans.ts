import { declareSpan, type StartedSpan } from './declare-span.js';
import { isTracing } from './tracing-state.js';

/** The part of the driver's command monitoring that is used. */
interface Started {
  requestId: number;
  commandName: string;
  databaseName: string;
  address: string;
  command: Record<string, unknown>;
}
interface Ended {
  requestId: number;
}
interface Failed extends Ended {
  failure: Error;
}
interface Monitored {
  on(event: 'commandStarted', listener: (event: Started) => void): unknown;
  on(event: 'commandSucceeded', listener: (event: Ended) => void): unknown;
  on(event: 'commandFailed', listener: (event: Failed) => void): unknown;
}

const command = declareSpan({
  name: '{command} {collection}',
  kind: 'client',
  scope: '@skyshelf/telemetry',
  help: 'A command of the MongoDB driver, from its sending to its answer.',
  parent: 'whatever asked for it: a request, a transaction of a drive, a handler, a job',
  within: true,
  attributes: {
    'db.system.name': '`mongodb`',
    'db.namespace': 'the database',
    'db.collection.name': 'the collection, where the command has one',
    'db.operation.name': 'the command, e.g. `find`',
    'server.address': 'host of the server',
    'server.port': 'port of the server',
  },
});
type CommandSpan = StartedSpan<'db.collection.name'>;

export const mongoTracingOptions = (): { monitorCommands?: true } =>
  isTracing() ? { monitorCommands: true } : {};

function collectionOf({ command: sent, commandName }: Started): string | undefined {
  const named = commandName === 'getMore' ? sent.collection : sent[commandName];
  return typeof named === 'string' ? named : undefined;
}

function begin(event: Started): CommandSpan | null {
  const { commandName, databaseName, address } = event;
  const collection = collectionOf(event);
  const colon = address.lastIndexOf(':');
  return command.start({
    name: collection ? `${commandName} ${collection}` : commandName,
    attributes: {
      'db.system.name': 'mongodb',
      'db.namespace': databaseName,
      'db.operation.name': commandName,
      'server.address': address.slice(0, colon),
      'server.port': Number(address.slice(colon + 1)),
      ...(collection && { 'db.collection.name': collection }),
    },
  });
}

/**
 * A span for each command sent inside a span. Call it once, right after `mongoTracingOptions()`; does nothing
 * without tracing. The driver reports in the caller's asynchronous context.
 */
export function traceMongo(client: Monitored): void {
  if (!isTracing()) return;
  const open = new Map<number, CommandSpan>();
  const end = (requestId: number, error?: unknown): void => {
    open.get(requestId)?.end(error);
    open.delete(requestId);
  };
  client.on('commandStarted', (event) => {
    const span = begin(event);
    if (span) open.set(event.requestId, span);
  });
  client.on('commandSucceeded', ({ requestId }) => end(requestId));
  client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure));
}
