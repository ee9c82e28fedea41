import { eventMessage, type EventMessage } from '@skyshelf/contracts';
import type { IHeaders, Message } from 'kafkajs';

/**
 * CloudEvents 1.0, binary mode of the Kafka binding. Source:
 * https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md and its
 * extension for distributed tracing.
 */
export function toCloudEvent(event: EventMessage): Pick<Message, 'key' | 'value' | 'headers'> {
  const { id, source, type, schema, drive, version, epoch, at, actor, device, trace, data } = event;
  return {
    key: drive,
    value: JSON.stringify(data),
    headers: {
      ce_specversion: '1.0',
      ce_id: id,
      ce_source: source,
      ce_type: type,
      ce_time: at,
      ce_subject: drive,
      ce_schemaversion: String(schema),
      'content-type': 'application/json',
      ...(version !== null && { ce_driveversion: String(version) }),
      ...(epoch !== undefined && { ce_epoch: String(epoch) }),
      ...(actor !== null && { ce_actor: actor }),
      ...(device !== undefined && { ce_device: device }),
      ...(trace !== null && { traceparent: trace }),
    },
  };
}

const header = (headers: IHeaders, name: string): string | undefined => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.toString();
};

/** @throws Error when it is no event of this product */
export function fromCloudEvent({
  headers = {},
  value,
}: {
  headers?: IHeaders;
  value: Buffer | null;
}): EventMessage {
  const text = (name: string): string | undefined => header(headers, name);
  const version = text('ce_driveversion');
  const epoch = text('ce_epoch');
  return eventMessage.parse({
    id: text('ce_id'),
    source: text('ce_source'),
    type: text('ce_type'),
    schema: Number(text('ce_schemaversion')),
    drive: text('ce_subject'),
    version: version === undefined ? null : Number(version),
    epoch: epoch === undefined ? undefined : Number(epoch),
    at: text('ce_time'),
    actor: text('ce_actor') ?? null,
    device: text('ce_device'),
    trace: text('traceparent') ?? null,
    data: value === null ? undefined : JSON.parse(value.toString()),
  });
}
