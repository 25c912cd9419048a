import pg from 'pg'

const HIGH = 4_000
const LOW = 1_000
/** A few rows may be as long as thousands of others. */
const HIGH_BYTES = 8_000_000

/**
 * Rows of `COPY … TO STDOUT`, one buffer for each, as they come. The socket is paused while the reader is slower. By the
 * extended protocol, which takes one statement and no more.
 */
export class CopyOut implements pg.Submittable {
  readonly #text: string
  #wire: pg.Connection | undefined
  #rows: Buffer[] = []
  #bytes = 0
  #isDone = false
  #failure: Error | undefined
  #wake: (() => void) | undefined
  #isPaused = false

  constructor(query: string) {
    this.#text = `COPY (${query}) TO STDOUT`
  }

  static readonly before = 'COPY ('.length

  submit(connection: pg.Connection): void {
    this.#wire = connection
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.bind({}, true)
    connection.execute({}, true)
    connection.sync()
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // Of its own: the reader of messages uses its buffer again.
    this.#rows.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (!this.#isPaused && (this.#rows.length > HIGH || this.#bytes > HIGH_BYTES)) {
      this.#isPaused = true
      this.#wire?.stream.pause()
    }
    this.#wake?.()
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#wake?.()
  }

  /** The connection broke while the database answered: as where the system ended its process for what it held. */
  get isLost(): boolean {
    return this.#failure !== undefined && !(this.#failure instanceof pg.DatabaseError)
  }

  handleReadyForQuery(): void {
    this.#isDone = true
    this.#wake?.()
  }

  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}

  /** As many rows as there are, again and again; throws what the database said. */
  async *batches(): AsyncGenerator<Buffer[]> {
    for (;;) {
      if (this.#rows.length > 0) {
        const batch = this.#rows
        this.#rows = []
        this.#bytes = 0
        yield batch
      } else if (this.#failure) throw this.#failure
      else if (this.#isDone) return
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
      if (this.#isPaused && this.#rows.length < LOW) {
        this.#isPaused = false
        this.#wire?.stream.resume()
      }
    }
  }
}
