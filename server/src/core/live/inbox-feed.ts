import type { Logger } from 'pino'

/** Reads messages as their owner may see them, for that person's open pages. */
export type ReadMessages = (
  owner: { tenantId: string; memberId: string },
  ids: readonly string[],
) => Promise<readonly unknown[]>

/** Beyond this many at once the oldest are left out: a page asks for its list again when it is shown them. */
const MOST_WAITING = 50

interface Waiting {
  ids: Set<string>
  busy: boolean
}

/**
 * Whole messages for the pages of this process. One read at a time for each person: what changes meanwhile waits for the
 * next, so that a flood of news costs one person's page and nobody else anything.
 */
export class InboxFeed {
  readonly #waiting = new Map<string, Waiting>()
  readonly #read: ReadMessages
  readonly #log: Logger

  constructor(read: ReadMessages, log: Logger) {
    this.#read = read
    this.#log = log
  }

  push(tenantId: string, memberId: string, messageId: string, send: (message: unknown) => void): void {
    const key = `${tenantId}:${memberId}`
    const waiting = this.#waiting.get(key) ?? { ids: new Set(), busy: false }
    this.#waiting.set(key, waiting)
    waiting.ids.delete(messageId)
    waiting.ids.add(messageId)
    const [oldest] = waiting.ids
    if (waiting.ids.size > MOST_WAITING && oldest !== undefined) waiting.ids.delete(oldest)
    if (!waiting.busy) void this.#drain(key, { tenantId, memberId }, waiting, send)
  }

  async #drain(
    key: string,
    owner: { tenantId: string; memberId: string },
    waiting: Waiting,
    send: (message: unknown) => void,
  ): Promise<void> {
    waiting.busy = true
    try {
      while (waiting.ids.size > 0) {
        const ids = [...waiting.ids]
        waiting.ids.clear()
        for (const message of await this.#read(owner, ids)) send(message)
      }
    } catch (err) {
      // The page asks for everything again when it comes back, and when it is looked at.
      this.#log.warn({ err }, 'messages were not pushed')
    } finally {
      this.#waiting.delete(key)
    }
  }
}
