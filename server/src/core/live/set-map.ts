/** Sets by key; an empty one takes no room. */
export class SetMap<K, V> {
  readonly #sets = new Map<K, Set<V>>()

  get size(): number {
    return this.#sets.size
  }

  get(key: K): ReadonlySet<V> {
    return this.#sets.get(key) ?? new Set()
  }

  add(key: K, value: V): void {
    const set = this.#sets.get(key)
    if (set) set.add(value)
    else this.#sets.set(key, new Set([value]))
  }

  delete(key: K, value: V): void {
    const set = this.#sets.get(key)
    set?.delete(value)
    if (set?.size === 0) this.#sets.delete(key)
  }

  keys(): Iterable<K> {
    return this.#sets.keys()
  }

  *values(): Iterable<V> {
    for (const set of this.#sets.values()) yield* set
  }
}
