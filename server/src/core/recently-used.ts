/**
 * Keeps values in memory up to a total weight; the least recently used leave first. Values that do not say what they weigh
 * are counted.
 */
export class RecentlyUsed<T> {
  readonly #values = new Map<string, { value: T; weight: number }>()
  readonly #most: number
  #total = 0

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): T | undefined {
    const known = this.#values.get(key)
    return known && this.add(key, known.value, known.weight)
  }

  /** The newest one stays, however much it weighs. */
  add(key: string, value: T, weight = 1): T {
    this.#remove(key)
    this.#values.set(key, { value, weight })
    this.#total += weight
    for (const oldest of this.#values.keys()) {
      if (this.#total <= this.#most || oldest === key) break
      this.#remove(oldest)
    }
    return value
  }

  #remove(key: string) {
    this.#total -= this.#values.get(key)?.weight ?? 0
    this.#values.delete(key)
  }
}
