import { runDeploy } from './deploy/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runDeploy(findProjectFolder(import.meta.url));
