import { Session, type Profiler } from 'node:inspector';

/**
 * The number of steps of one task, divided by that of another. V8 counts the steps, so that the speed of the
 * machine does not matter.
 */
export function timesMoreSteps(task: () => unknown, other: () => unknown): number {
  const otherSteps = countSteps(other);
  return countSteps(task) / otherSteps;
}

/** The number of functions and blocks that a task runs, with repetitions. */
export function countSteps(task: () => unknown): number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  let steps = 0;
  try {
    task();
    // The callback runs before `post` returns, since the session belongs to this thread.
    session.post('Profiler.takePreciseCoverage', (_, { result }) => {
      steps = result.reduce((sum, script) => sum + stepsOf(script), 0);
    });
  } finally {
    session.disconnect();
  }
  return steps;
}

function stepsOf({ functions }: Profiler.ScriptCoverage): number {
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
}
