import { vi } from 'vitest';

/** What vitest itself does between files of a worker of their own; it has no public name for it. */
const { __vitest_mocker__: standIns } = globalThis as { __vitest_mocker__?: { reset(): void } };
if (!standIns) throw new Error('This version of vitest keeps its stand-ins elsewhere');

// Before a file is loaded: it gets the modules of the project afresh, with its own stand-ins and nobody else's.
standIns.reset();
vi.resetModules();
