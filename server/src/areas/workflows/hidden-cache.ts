interface Remembered {
  epoch: number
  hidden: readonly string[]
}

/** Counted by what is remembered, not by whom: a member may have hundreds of hidden workflows. About 50 MB. */
const MAX_IDS = 500_000

/** What each member may not see, good for one epoch of their tenant. */
export class HiddenCache {
  readonly #known = new Map<string, Remembered>()
  #ids = 0

  async get(key: string, epoch: number, read: () => Promise<string[]>): Promise<readonly string[]> {
    const known = this.#known.get(key)
    if (known?.epoch === epoch) return known.hidden
    const hidden = await read()
    if (this.#ids >= MAX_IDS) {
      this.#known.clear()
      this.#ids = 0
    }
    this.#known.set(key, { epoch, hidden })
    // One more for whoever has none hidden: they take room too.
    this.#ids += hidden.length + 1
    return hidden
  }
}
