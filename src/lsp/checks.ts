import type { Connection } from 'vscode-languageserver';
import type { Problem } from '../model/problem';
import { groupByFile, toDiagnostic, type Language } from './protocol';
import type { Workspace } from './workspace';

/** Checks everything once nothing was typed for a moment, and tells the editor what is wrong, in files that are not open too. */
export class Checks {
  private problems: Problem[] = [];
  private told = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly workspace: Workspace,
    private readonly connection: Connection,
    private readonly language: Language,
    private readonly delay: number,
  ) {}

  /** Checks soon; what is typed until then is checked along. */
  start(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.running = this.running.then(() => this.run());
    }, this.delay);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Returns what was wrong with a file when everything was last checked. */
  problemsOf(uri: string): Problem[] {
    const file = this.workspace.toFile(uri);
    return this.problems.filter((problem) => problem.file === file);
  }

  private async run(): Promise<void> {
    try {
      this.problems = await this.workspace.check();
    } catch (reason) {
      this.connection.console.error(String(reason));
      return;
    }
    const files = groupByFile(this.problems);
    const open = this.workspace.listOpen();
    for (const file of new Set([...this.told, ...open, ...files.keys()])) {
      const diagnostics = (files.get(file) ?? []).map((problem) => toDiagnostic(problem, this.language));
      await this.connection.sendDiagnostics({ uri: this.workspace.toUri(file), diagnostics });
    }
    this.told = new Set(files.keys());
  }
}
