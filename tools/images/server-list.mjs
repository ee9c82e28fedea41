/**
 * Images of the servers that an evaluation of the chart uses, for tests on a Kubernetes of this machine. They are
 * called as the chart calls upstream's official images, have shells where those have some, and are never pushed.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, findMongod, versionOf } from '../../libs/host/binary/find-mongod.mjs';
import { SetupError } from '../setup/messages.mjs';
import { DEBIAN_ARCH } from './debian-packages.mjs';
import { DEBIAN } from './image-list.mjs';

/** As the stack makes them. */
const KAFKA = '4.3.1';
const VERSITYGW = '1.8.0';

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
    fill: (layer) => {
      const file = provided(`versitygw-${VERSITYGW}`, 'versitygw');
      layer.add('/usr/bin/versitygw', file, componentOf('versitygw', VERSITYGW));
    },
  },
};

/** A name by which a node finds a loaded image without asking a registry. */
const referenceOf = (name) => `localhost/skyshelf-test-${name}:1`;

export const SERVERS = { folder: 'servers', images, debian, referenceOf };

/** What `helm install` is given so that nothing is asked of a registry: the product's images and these. */
export const serverValues = () => ({
  image: { registry: 'localhost', pullPolicy: 'Never' },
  evaluation: Object.fromEntries(Object.keys(images).map((name) => [name, { image: referenceOf(name) }])),
});

const componentOf = (name, version) => ({ name, version, purl: `pkg:generic/${name}@${version}` });

function provided(folder, file) {
  const path = join(cacheFolder(), folder, file);
  if (!existsSync(path)) throw new SetupError(`${path} is missing: node tools/setup.mjs "images servers"`);
  return path;
}

async function addMongod(layer) {
  const found = await findMongod();
  if (!found) throw new SetupError('There is no MongoDB server: node tools/setup.mjs "images servers"');
  layer.add('/usr/bin/mongod', found.path, componentOf('mongodb', await versionOf(found.path)));
}

/** The jars, and the two of upstream's scripts that the chart calls. */
function addKafka(layer, arch) {
  const jars = provided(`kafka-${KAFKA}`, 'lib');
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
  const kafka = componentOf('kafka', KAFKA);
  layer.write('/opt/kafka/bin/kafka-storage.sh', script('kafka.tools.StorageTool'), kafka);
  layer.write('/opt/kafka/bin/kafka-server-start.sh', script('kafka.Kafka'), kafka);
}
