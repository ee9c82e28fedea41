/** Undoing waits for their answers. */
const underWay = new Set<Promise<unknown>>();

export const tracked = <Result>(command: Promise<Result>): Promise<Result> => {
  underWay.add(command);
  const over = (): void => void underWay.delete(command);
  command.then(over, over);
  return command;
};

export const allAnswered = async (): Promise<void> => void (await Promise.allSettled(underWay));
