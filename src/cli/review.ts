import { loadDefinitions } from '../definitions/load';
import { runReview } from './review/command';
import { findProjectFolder } from './terminal/command';

process.exitCode = await runReview(findProjectFolder(import.meta.url), loadDefinitions);
