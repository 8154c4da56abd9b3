/** Runs a task after those that were given before it have ended; resolves or rejects as the task does. */
export type SerialQueue = <Result>(task: () => Result | Promise<Result>) => Promise<Result>;

/** Creates a queue that runs one task at a time, in their order; a failed task does not stop the next one. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
