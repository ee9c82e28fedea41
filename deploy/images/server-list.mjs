/**
 * Images of the servers that an evaluation of the chart uses, for tests on a Kubernetes of this machine. They are
 * called as the chart calls upstream's official images, have shells where those have some, and are never pushed.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findMongod, versionOf } from '../../libs/host/binary/find-mongod.mjs';
import { SetupError } from '../../tools/setup/messages.mjs';
import { DEBIAN_ARCH } from './debian-packages.mjs';
import { DEBIAN } from './image-list.mjs';

const debian = {
  system: DEBIAN.system,
  shell: { dash: DEBIAN.children.dash },
  java: { 'openjdk-17-jre-headless': ['/usr/lib/jvm/', '/etc/java-17-openjdk/'] },
  // What the MongoDB server that set-up fetches is linked to.
  mongodb: { libcurl4: 'whole', libssl3: 'whole', liblzma5: 'whole' },
};

const images = {
  mongodb: {
    title: 'MongoDB, for tests',
    debian: ['system', 'mongodb'],
    entrypoint: ['/usr/bin/mongod'],
    env: {},
    ports: [27_017],
    fill: addMongod,
  },
  kafka: {
    title: 'Apache Kafka, for tests',
    debian: ['system', 'shell', 'java'],
    entrypoint: ['/opt/kafka/bin/kafka-server-start.sh'],
    env: {},
    ports: [9092],
    fill: addKafka,
  },
  s3: {
    title: 'Versity S3 Gateway, for tests',
    debian: [],
    entrypoint: ['/usr/bin/versitygw'],
    env: {},
    ports: [7070],
    fill: async (layer) => {
      const { folder, component } = await provided('versitygw');
      layer.add('/usr/bin/versitygw', join(folder, 'versitygw'), component);
    },
  },
};

/** A name by which a node finds a loaded image without asking a registry. */
const referenceOf = (name) => `localhost/skyshelf-test-${name}:1`;

export const SERVERS = { folder: 'servers', images, debian, referenceOf };

/** Gives the values of `helm install` with which a registry is not asked: the product's images and these. */
export const serverValues = () => ({
  image: { registry: 'localhost', pullPolicy: 'Never' },
  evaluation: Object.fromEntries(Object.keys(images).map((name) => [name, { image: referenceOf(name) }])),
});

const componentOf = (name, version) => ({ name, version, purl: `pkg:generic/${name}@${version}` });

/** A server as the stack has made it. */
async function provided(name) {
  const { PROGRAMS, programFolder } = await import('../../libs/stack/dist/programs/programs.js');
  const folder = programFolder(name);
  if (!existsSync(folder))
    throw new SetupError(`${folder} is missing: node tools/setup.mjs "images servers"`);
  return { folder, component: componentOf(name, PROGRAMS[name].version.replace(/^v/, '')) };
}

async function addMongod(layer) {
  const found = await findMongod();
  if (!found) throw new SetupError('There is no MongoDB server: node tools/setup.mjs "images servers"');
  layer.add('/usr/bin/mongod', found.path, componentOf('mongodb', await versionOf(found.path)));
}

/** The jars, and the two of upstream's scripts that the chart calls. */
async function addKafka(layer, arch) {
  const { folder, component } = await provided('kafka');
  const jars = join(folder, 'lib');
  for (const jar of readdirSync(jars)) {
    const [, name, version] = /^(.+?)-(\d.*)\.jar$/.exec(jar);
    layer.add(`/opt/kafka/libs/${jar}`, join(jars, jar), componentOf(name, version));
  }
  const java = `/usr/lib/jvm/java-17-openjdk-${DEBIAN_ARCH[arch]}/bin/java`;
  const script = (program) =>
    [
      '#!/bin/sh',
      `exec ${java} $KAFKA_HEAP_OPTS -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \\`,
      `  -cp '/opt/kafka/libs/*' ${program} "$@"\n`,
    ].join('\n');
  layer.write('/opt/kafka/bin/kafka-storage.sh', script('kafka.tools.StorageTool'), component);
  layer.write('/opt/kafka/bin/kafka-server-start.sh', script('kafka.Kafka'), component);
}
