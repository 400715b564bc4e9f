import { checkCommand } from './check/command';

process.exitCode = await checkCommand();
