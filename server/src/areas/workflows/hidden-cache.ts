interface Remembered {
  epoch: number
  hidden: readonly string[]
}

const MOST_REMEMBERED = 10_000

/** What each member may not see, good for one epoch of their tenant. */
export class HiddenCache {
  readonly #known = new Map<string, Remembered>()

  async get(key: string, epoch: number, read: () => Promise<string[]>): Promise<readonly string[]> {
    const known = this.#known.get(key)
    if (known?.epoch === epoch) return known.hidden
    const hidden = await read()
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear()
    this.#known.set(key, { epoch, hidden })
    return hidden
  }
}
