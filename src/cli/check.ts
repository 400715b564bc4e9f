import { runCheck } from './check/command';

process.exitCode = await runCheck();
