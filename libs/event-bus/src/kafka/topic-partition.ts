export interface TopicPartition {
  topic: string;
  partition: number;
}

export const keyOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;
