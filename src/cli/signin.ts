import { loadDefinitions } from '../definitions/load';
import { runSignin } from './signin/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runSignin(findProjectFolder(import.meta.url), loadDefinitions);
