import { Session, type Profiler } from 'node:inspector';

/** How many times as many steps one task takes as another. Steps are counted by V8, so that no machine is too slow. */
export function timesMoreSteps(task: () => unknown, other: () => unknown): number {
  const otherSteps = countSteps(other);
  return countSteps(task) / otherSteps;
}

/** How many functions and blocks a task runs, each time counted. */
export function countSteps(task: () => unknown): number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  let steps = 0;
  try {
    task();
    // The callback runs before `post` returns: the session is of this very thread.
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
