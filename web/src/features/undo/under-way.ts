/** Commands whose answers are not there yet: what they did is shown already, so undoing waits for them. */
const underWay = new Set<Promise<unknown>>();

/** Notes a command until its answer is there. */
export const tracked = <Result>(command: Promise<Result>): Promise<Result> => {
  underWay.add(command);
  const over = (): void => void underWay.delete(command);
  command.then(over, over);
  return command;
};

export const allAnswered = async (): Promise<void> => void (await Promise.allSettled(underWay));
