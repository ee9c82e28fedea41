import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canTest, testKafka, testS3, type TestKafka } from './test-servers.js';

describe.skipIf(!(await canTest('kafka')))('the Kafka broker of a test run', () => {
  let mine: TestKafka;
  let other: TestKafka;
  beforeAll(async () => {
    [mine, other] = await Promise.all([testKafka(), testKafka()]);
  }, 180_000);
  afterAll(() => other?.drop());

  it('is one for all, with a prefix for each, of which `drop` leaves no topic', async () => {
    expect(mine.brokers).toEqual(other.brokers);
    const admin = new Kafka({
      brokers: mine.brokers,
      sasl: { ...mine.sasl },
      logLevel: logLevel.NOTHING,
    }).admin();
    await admin.connect();
    try {
      const topics = [mine, other].map(({ topicPrefix }) => ({ topic: `${topicPrefix}.catalog` }));
      await admin.createTopics({ topics, waitForLeaders: true });
      await mine.drop();
      // The broker may list a topic for a moment after it has been told to delete it.
      await expect.poll(() => admin.listTopics()).not.toContain(`${mine.topicPrefix}.catalog`);
      expect(await admin.listTopics()).toContain(`${other.topicPrefix}.catalog`);
    } finally {
      await admin.disconnect();
    }
  }, 60_000);
});

describe.skipIf(!(await canTest('versitygw')))('the S3 store of a test run', () => {
  it('asks strangers for their keys', async () => {
    const { endpoint } = await testS3();
    expect((await fetch(endpoint)).status).toBe(403);
  }, 60_000);
});
