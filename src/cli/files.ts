import { runFiles } from './files/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runFiles(findProjectFolder(import.meta.url));
