import { runPlugins } from './commands/plugins.ts';
import { StartupError } from './config/startup-error.ts';

// `npm run komak -- plugins …`: what a super admin does on the page of plugins, from the command line.
const usage = `Usage: npm run komak -- plugins <command>

  list                every installed plugin, and whether it is on
  explain <id>        why a plugin is on or off, and what it adds
  enable <id>         switches a plugin on, on every running node
  disable <id>        switches a plugin off; --yes agrees to what goes with it
  validate [<file>]   says what is wrong in deployment.json; needs no database
`;

const [topic, command = '', ...rest] = process.argv.slice(2);

try {
  const done =
    topic === 'plugins'
      ? await runPlugins(command, rest, (line) => void process.stdout.write(`${line}\n`))
      : null;
  if (done === null) process.stderr.write(usage);
  process.exitCode = done ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
