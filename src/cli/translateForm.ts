import { runTranslateForm } from './translateForm/command';

process.exitCode = await runTranslateForm();
