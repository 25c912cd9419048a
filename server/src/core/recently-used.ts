/** Keeps so many values in memory; the least recently used leave first. */
export class RecentlyUsed<T> {
  readonly #values = new Map<string, T>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): T | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.add(key, value)
    return value
  }

  add(key: string, value: T): T {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest)
    return value
  }
}
