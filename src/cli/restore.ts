import { runRestore } from './restore/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runRestore(findProjectFolder(import.meta.url));
