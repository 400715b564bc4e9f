import { runKeys } from './keys/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runKeys(findProjectFolder(import.meta.url));
