import type { EventMessage, ServiceName } from '@skyshelf/contracts';
import {
  declareSpan,
  detachedContextOf,
  inContext,
  isTracing,
  traceparentOf,
  type StartedSpan,
} from '@skyshelf/telemetry';

/** Source: OpenTelemetry's conventions for CloudEvents and messaging. */
const ofEvent = {
  'cloudevents.event_id': 'id of the event',
  'cloudevents.event_type': 'its type',
  'cloudevents.event_source': 'the service that published it',
  'messaging.message.id': 'the same id, by the conventions for messaging',
} as const;

const sendSpan = declareSpan({
  name: 'send {event type}',
  kind: 'producer',
  scope: '@skyshelf/event-bus',
  help: "An event on its way from its service's outbox onto the bus, until the bus has it for sure.",
  parent: 'what made the event: the command, or the request, job or handler of a service without drives',
  within: true,
  attributes: { ...ofEvent, 'messaging.operation.type': '`send`' },
});

const processSpan = declareSpan({
  name: 'process {event type}',
  kind: 'consumer',
  scope: '@skyshelf/event-bus',
  help: "A try of a consumer's handler at an event, with its effect.",
  parent: 'the sending of the event; what made the event, when it was fetched from its source',
  within: true,
  attributes: {
    ...ofEvent,
    'messaging.operation.type': '`process`',
    'messaging.consumer.group.name': 'the consumer: the name of its service',
    'skyshelf.attempt': 'number of the try, from 1',
  },
});

const attributesOf = ({ id, type, source }: EventMessage) => ({
  'cloudevents.event_id': id,
  'cloudevents.event_type': type,
  'cloudevents.event_source': source,
  'messaging.message.id': id,
});

export interface TracedEvents {
  events: readonly EventMessage[];
  end(error?: unknown): void;
}

/** Consumers' spans hang on this one. */
export function traceSending(events: readonly EventMessage[]): TracedEvents {
  if (!isTracing()) return { events, end: () => undefined };
  const spans: StartedSpan<string>[] = [];
  const traced = events.map((event): EventMessage => {
    const span = sendSpan.start({
      name: `send ${event.type}`,
      parent: detachedContextOf(event.trace),
      attributes: { ...attributesOf(event), 'messaging.operation.type': 'send' },
    });
    if (!span) return event;
    spans.push(span);
    return { ...event, trace: traceparentOf(span.context) };
  });
  return { events: traced, end: (error) => spans.forEach((span) => span.end(error)) };
}

/** Events that the handler makes hang on this try. */
export function traceProcessing<T>(
  event: EventMessage,
  { consumer, attempt }: { consumer: ServiceName; attempt: number },
  work: (event: EventMessage) => Promise<T>,
): Promise<T> {
  const parent = detachedContextOf(event.trace);
  if (!isTracing()) return inContext(parent, () => work(event));
  const attributes = {
    ...attributesOf(event),
    'messaging.operation.type': 'process',
    'messaging.consumer.group.name': consumer,
    'skyshelf.attempt': attempt,
  };
  return processSpan.run({ name: `process ${event.type}`, parent, attributes }, () =>
    work({ ...event, trace: traceparentOf() ?? event.trace }),
  );
}
