import { loadDefinitions } from '../definitions/load';
import { runContract } from './contract/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runContract(findProjectFolder(import.meta.url), loadDefinitions);
