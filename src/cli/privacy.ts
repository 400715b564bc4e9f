import { loadDefinitions } from '../definitions/load';
import { runPrivacy } from './privacy/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runPrivacy(findProjectFolder(import.meta.url), loadDefinitions);
