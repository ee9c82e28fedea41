import { Kafka, logLevel, type KafkaConfig, type Message } from 'kafkajs';
import { MongoClient } from 'mongodb';

/** A text without headers is no event at all. */
export async function publishText(
  kafka: KafkaConfig,
  topic: string,
  message: Pick<Message, 'key' | 'value' | 'headers'>,
): Promise<void> {
  const producer = new Kafka({ ...kafka, logLevel: logLevel.NOTHING }).producer();
  await producer.connect();
  await producer.send({ topic, messages: [message] });
  await producer.disconnect();
}

interface Databases {
  mongodbUri: string;
  databasePrefix: string;
}

/** An event that catalog can't read, as a mistake of media would publish it. @returns its drive */
export async function poisonDrive({ mongodbUri, databasePrefix }: Databases): Promise<string> {
  const client = await MongoClient.connect(mongodbUri);
  const of = (service: string, name: string) =>
    client.db(`${databasePrefix}skyshelf_${service}`).collection<{ _id: string }>(name);
  const found = await of('catalog', 'drives').findOne();
  if (!found) throw new Error('There is no drive to poison.');
  const drive = found._id;
  const type = 'media.derivative.made';
  const position = { drive, seq: 1, version: null, slot: 0, pub: false };
  const event = { type, schema: 1, data: { type }, at: new Date(), actor: null, trace: null };
  await of('media', 'events').insertOne({ _id: `poison-${Date.now()}`, ...position, ...event });
  await client.close();
  return drive;
}
