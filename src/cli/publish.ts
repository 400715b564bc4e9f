import { runPublish } from './publish/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runPublish(findProjectFolder(import.meta.url));
