const MAX_LEASES = 40_000

interface Lease {
  left: number
  until: number
}

/** Points this process has taken and not yet spent. Forgotten with the window they were taken in. */
export class Leases {
  readonly #held = new Map<string, Lease>()
  readonly #underWay = new Map<string, Promise<void>>()

  /**
   * Spends one point, and takes a lease of so many where none is left. Calls that come at once wait for one lease: if
   * each took its own, a page of sixty reads would use all points up.
   */
  async spend(key: string, points: number, seconds: number, take: () => Promise<void>): Promise<void> {
    while (!this.#spendHeld(key)) {
      const taken = this.#underWay.get(key) ?? this.#take(key, points, seconds, take)
      this.#underWay.set(key, taken)
      await taken
    }
  }

  #spendHeld(key: string): boolean {
    const lease = this.#held.get(key)
    if (!lease || lease.left === 0 || lease.until < performance.now()) {
      this.#held.delete(key)
      return false
    }
    lease.left -= 1
    return true
  }

  async #take(key: string, points: number, seconds: number, take: () => Promise<void>): Promise<void> {
    try {
      await take()
      this.#keep(key, { left: points, until: performance.now() + seconds * 1000 })
    } finally {
      this.#underWay.delete(key)
    }
  }

  /** The oldest goes first: callers from many addresses must not cost everybody the points they hold. */
  #keep(key: string, lease: Lease): void {
    if (this.#held.size >= MAX_LEASES) {
      const [oldest] = this.#held.keys()
      if (oldest !== undefined) this.#held.delete(oldest)
    }
    this.#held.set(key, lease)
  }
}
