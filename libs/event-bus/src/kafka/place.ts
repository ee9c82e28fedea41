/** One partition of a topic. */
export interface Place {
  topic: string;
  partition: number;
}

export const keyOf = ({ topic, partition }: Place): string => `${topic}/${partition}`;
