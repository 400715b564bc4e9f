import { loadDefinitions } from '../definitions/load';
import { runDemo } from './demo/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runDemo(findProjectFolder(import.meta.url), loadDefinitions);
