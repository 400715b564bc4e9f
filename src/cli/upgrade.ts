import { findProjectFolder } from './terminal/command';
import { runUpgrade } from './upgrade/command';

process.exitCode = await runUpgrade(findProjectFolder(import.meta.url));
