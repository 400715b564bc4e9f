/** The storage of files did not do what it was asked for. Its message is for operators and holds no credentials. */
export class StorageFailure extends Error {
  override readonly name: string = 'StorageFailure';

  /**
   * @param status of its reply; absent where there was none
   * @param code by which S3 calls the failure, such as NoSuchBucket
   */
  constructor(
    message: string,
    readonly status?: number,
    readonly code?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Whether it can be otherwise when it is asked again: it is away, or has too much to do. */
  get mayPass(): boolean {
    return this.status === undefined || this.status >= 500 || this.status === 429;
  }
}

/** The storage has no such object. */
export class ObjectMissing extends StorageFailure {
  override readonly name = 'ObjectMissing';
}

/** Contents are not those that were stored. */
export class ContentsDamaged extends StorageFailure {
  override readonly name = 'ContentsDamaged';
}
