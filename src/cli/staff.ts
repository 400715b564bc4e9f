import { loadDefinitions } from '../definitions/load';
import { runStaff } from './staff/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runStaff(findProjectFolder(import.meta.url), loadDefinitions);
