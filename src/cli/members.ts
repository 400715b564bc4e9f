import { loadDefinitions } from '../definitions/load';
import { runMembers } from './members/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runMembers(findProjectFolder(import.meta.url), loadDefinitions);
