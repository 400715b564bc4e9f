import { findNewestVersion, publishVersion, readVersion } from '../../database/definitions/versions';
import type { Definitions } from '../../definitions/load';
import type { Sources } from '../../definitions/read/sources';
import { DefinitionFolder, type OwnFile, type Writing } from './definitionFolder';
import type { DefinitionStore } from './definitionStore';
import type { PublishedDefinitions } from './publishedDefinitions';

/** The files of the institutions as they were published: who changes one publishes a version. */
export class PublishedFolder extends DefinitionFolder {
  constructor(
    private readonly published: PublishedDefinitions,
    store: DefinitionStore,
  ) {
    super(published.root, store);
  }

  override async load(): Promise<{ definitions: Definitions; sources: Sources | undefined }> {
    await this.published.sync();
    return super.load();
  }

  override async read(tenant: string, file: string): Promise<OwnFile> {
    await this.settle();
    return super.read(tenant, file);
  }

  /** One that is not served for its errors would be lost under a change of the one before it. */
  override async isWritable(tenant: string): Promise<boolean> {
    return this.published.isNewest(tenant);
  }

  override async write(tenant: string, file: string, text: string | null, { tx, at, author, message }: Writing): Promise<boolean> {
    const newest = await findNewestVersion(tx, tenant);
    if (!newest || newest.number !== this.published.numberOf(tenant)) return false;
    const files = await readVersion(tx, newest);
    if (text === null) files.delete(file);
    else files.set(file, Buffer.from(text));
    await publishVersion(tx, { tenant, at, author, message, build: this.published.build }, files);
    return true;
  }

  /** What was not committed was not published. */
  override async takeBack(): Promise<void> {}

  override async settle(): Promise<void> {
    await this.published.sync();
    await super.settle();
  }
}
