type Entry<Key> = { readonly key: Promise<Key>; readonly usableUntil: number }

/** The least recently used keys leave first; asking twice at once loads once; a failed load is not remembered. */
export class KeyCache<Key> {
  readonly #entries = new Map<string, Entry<Key>>()
  readonly #capacity: number
  readonly #lifeMs: number

  constructor(capacity: number, lifeMs: number) {
    this.#capacity = capacity
    this.#lifeMs = lifeMs
  }

  async get(id: string, load: () => Promise<Key>): Promise<Key> {
    const known = this.#entries.get(id)
    this.#entries.delete(id)
    const entry =
      known && known.usableUntil > Date.now() ? known : { key: load(), usableUntil: Date.now() + this.#lifeMs }
    this.#entries.set(id, entry)
    this.#dropOldest()
    try {
      return await entry.key
    } catch (failure) {
      if (this.#entries.get(id) === entry) this.#entries.delete(id)
      throw failure
    }
  }

  #dropOldest(): void {
    if (this.#entries.size <= this.#capacity) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
