import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS } from './programs.js';
import { runTool } from './make-programs.js';
import { needToolchain } from './toolchains.js';

const SCALA = '2.13';
/** Lets Kafka log to stderr. */
const SLF4J = '1.7.36';

export const JARS = 'lib';

/** Downloads it from Maven Central and adds the format tool's output for a fresh data folder. */
export async function makeKafka(folder: string): Promise<void> {
  const java = await needToolchain('java');
  const maven = await needToolchain('maven');
  const jars = join(folder, JARS);
  writeFileSync(join(folder, 'pom.xml'), pom());
  await runTool(
    maven,
    ['-B', '-q', 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`, '-DincludeScope=runtime'],
    { cwd: folder },
  );
  await makeBootstrap(java, folder, `${jars}/*`);
}

/** `bootstrap.checkpoint` names a new cluster's features; equal for all brokers. */
async function makeBootstrap(java: string, folder: string, classPath: string): Promise<void> {
  const template = join(folder, 'template');
  mkdirSync(template);
  const settings = join(template, 'server.properties');
  const data = join(template, 'data');
  writeFileSync(
    settings,
    [
      'process.roles=broker,controller',
      'node.id=1',
      'controller.quorum.voters=1@127.0.0.1:9093',
      'listeners=PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093',
      'controller.listener.names=CONTROLLER',
      `log.dirs=${data}`,
    ].join('\n'),
  );
  const tool = 'kafka.tools.StorageTool';
  const id = `A${randomBytes(16).toString('base64url').slice(1)}`;
  await runTool(
    java,
    ['-Xmx128m', '-XX:+UseSerialGC', '-cp', classPath, ...`${tool} format -t ${id} -c`.split(' '), settings],
    { cwd: folder },
  );
  copyFileSync(join(data, 'bootstrap.checkpoint'), join(folder, PROGRAMS.kafka.file));
  rmSync(template, { recursive: true });
}

function pom(): string {
  const dependency = (group: string, artifact: string, version: string) =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>skyshelf</groupId><artifactId>kafka</artifactId><version>1</version>
  <dependencies>
    ${dependency('org.apache.kafka', `kafka_${SCALA}`, PROGRAMS.kafka.version)}
    ${dependency('org.slf4j', 'slf4j-simple', SLF4J)}
  </dependencies>
</project>
`;
}
