import { describe, expect, it } from 'vitest';
import { harmOf, topicConfig, UnsafeTopicError, type TopicState } from './topic-rules.js';

const asMade = (config: Record<string, string> = {}, replication = 3): TopicState => ({
  topic: 'skyshelf.catalog',
  partitions: 64,
  replication,
  config: { ...topicConfig(replication), ...config },
});
const harm = (state: TopicState) => harmOf(state, { replication: 3 });

describe('a topic', () => {
  it('does no harm as it is made, nor with more of anything', () => {
    expect(harm(asMade())).toEqual([]);
    expect(harm(asMade({}, 5))).toEqual([]);
    expect(harm(asMade({ 'retention.ms': '-1' }))).toEqual([]);
    expect(harm(asMade({ 'retention.ms': String(30 * 86_400_000) }))).toEqual([]);
    expect(harmOf(asMade({}, 1), { replication: 1 })).toEqual([]);
  });

  it.each([
    ['keeps too few copies', asMade({ 'min.insync.replicas': '2' }, 2), 'KAFKA_REPLICATION'],
    ['forgets too early', asMade({ 'retention.ms': '3600000' }), 'retention.ms is 3600000'],
    ['is full too early', asMade({ 'retention.bytes': '1000' }), 'retention.bytes is 1000'],
    ['keeps only the last event of a drive', asMade({ 'cleanup.policy': 'compact' }), 'cleanup.policy'],
    ['acknowledges what one broker has', asMade({ 'min.insync.replicas': '1' }), 'min.insync.replicas is 1'],
  ])('that %s is refused, with what to do', (_words, state, said) => {
    const problems = harm(state);
    expect(problems).toHaveLength(1);
    expect(new UnsafeTopicError(state.topic, problems).message).toContain(said);
  });
});
