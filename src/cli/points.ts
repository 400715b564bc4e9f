import { loadDefinitions } from '../definitions/load';
import { runPoints } from './points/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runPoints(findProjectFolder(import.meta.url), loadDefinitions);
