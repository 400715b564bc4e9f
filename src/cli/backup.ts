import { runBackup } from './backup/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runBackup(findProjectFolder(import.meta.url));
