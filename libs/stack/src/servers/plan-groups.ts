import { dirname, join } from 'node:path';
import { findMongod, formReplicaSet } from '@skyshelf/host';
import { JARS } from '../programs/make-kafka.js';
import { provide, type ProgramName } from '../programs/provide.js';
import { ProvisionError } from '../programs/programs.js';
import { needToolchain } from '../programs/toolchains.js';
import type { StackNote } from '../stack-note.js';
import { kafkaPlan } from './kafka.js';
import { mongodPlan } from './mongod.js';
import { otlpPlan } from './otlp.js';
import { s3Plan } from './s3.js';
import type { ServerGroup } from './server-plan.js';

export const KAFKA_USER = 'skyshelf';

type Progress = (line: string) => void;

export interface PlanContext {
  folder: string;
  note: StackNote;
  progress: Progress;
}

export function planGroups(context: PlanContext): ServerGroup[] {
  const { layout } = context.note;
  return [
    ...(layout.mongod ? [mongodGroup(context, layout.mongod)] : []),
    ...(layout.kafka ? [kafkaGroup(context, layout.kafka)] : []),
    ...(layout.s3 ? [s3Group(context, layout.s3)] : []),
    ...(layout.otlp ? [otlpGroup(context)] : []),
  ];
}

export function portKeys(layout: StackNote['layout']): string[] {
  const brokers = numbers(layout.kafka).map((id) => `kafka-${id}`);
  const clients = [
    ...numbers(layout.mongod).map((id) => `mongod-${id}`),
    ...brokers,
    ...(layout.s3 ? ['s3'] : []),
    ...(layout.otlp ? ['otlp'] : []),
  ];
  return [
    ...clients,
    ...brokers.flatMap((name) => [`${name}.broker`, `${name}.controller`]),
    ...(layout.proxied ? ['toxiproxy', ...clients.map((name) => `${name}.proxy`)] : []),
  ];
}

export function portFor(note: StackNote, key: string): number {
  const port = note.ports[key];
  if (port === undefined) throw new Error(`The stack has noted no port for ${key}`);
  return port;
}

export function clientPortFor(note: StackNote, name: string): number {
  return portFor(note, note.layout.proxied ? `${name}.proxy` : name);
}

function mongodGroup({ folder, note }: PlanContext, members: number): ServerGroup {
  const { databasePassword: password, memberKey } = note;
  const plans = numbers(members).map((id) =>
    mongodPlan({ program: mongodProgram, id, memberKey, ...place(folder, note, `mongod-${id}`) }),
  );
  return { plans, form: (deadlineMs) => formReplicaSet(plans, { password, memberKey }, deadlineMs) };
}

function kafkaGroup({ folder, note, progress }: PlanContext, count: number): ServerGroup {
  const brokers = numbers(count).map((id) => ({
    client: portFor(note, `kafka-${id}`),
    broker: portFor(note, `kafka-${id}.broker`),
    controller: portFor(note, `kafka-${id}.controller`),
    advertised: clientPortFor(note, `kafka-${id}`),
  }));
  const { clusterId, brokerPassword } = note;
  const program = async () => {
    const bootstrap = await provide('kafka', progress);
    return { java: await needToolchain('java'), classPath: join(dirname(bootstrap), JARS), bootstrap };
  };
  const plans = numbers(count).map((id) =>
    kafkaPlan({
      program,
      id,
      brokers,
      folder: join(folder, `kafka-${id}`),
      clusterId,
      brokerPassword,
      user: { username: KAFKA_USER, password: note.kafkaPassword },
    }),
  );
  return { plans };
}

function s3Group({ folder, note, progress }: PlanContext, kind: 'versitygw' | 'minio'): ServerGroup {
  const { accessKey, secretKey } = note;
  const program = () => provide(kind, progress);
  return { plans: [s3Plan({ kind, program, accessKey, secretKey, ...place(folder, note, 's3') })] };
}

function otlpGroup({ folder, note, progress }: PlanContext): ServerGroup {
  return {
    plans: [otlpPlan({ program: () => provide('otelcol', progress), ...place(folder, note, 'otlp') })],
  };
}

function place(folder: string, note: StackNote, name: string) {
  return { folder: join(folder, name), port: portFor(note, name), clientPort: clientPortFor(note, name) };
}

async function mongodProgram(): Promise<string> {
  const found = await findMongod();
  if (found) return found.path;
  throw new ProvisionError('No MongoDB server was found. Fetch one with: node tools/setup.mjs');
}

export function programsFor(layout: StackNote['layout']): ProgramName[] {
  return [
    ...(layout.kafka ? (['kafka'] as const) : []),
    ...(layout.s3 ? [layout.s3] : []),
    ...(layout.proxied ? (['toxiproxy'] as const) : []),
    ...(layout.otlp ? (['otelcol'] as const) : []),
  ];
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
