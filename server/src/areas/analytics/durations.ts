/** Each bucket of durations is so much longer than the one before: a middle is at most 2% away from what fell into it. */
const GROWTH = 1.04
/** Of so many durations each is kept, and percentiles are exact. */
export const MAX_EXACT = 200

/** As `app.duration_bucket` counts it. */
export const bucketOf = (seconds: number) => (seconds <= 0 ? 0 : 1 + Math.floor(Math.log(seconds) / Math.log(GROWTH)))

function middleOf(bucket: number): number {
  if (bucket === 0) return 0
  const [from, to] = [GROWTH ** (bucket - 1), GROWTH ** bucket]
  // Seconds are whole: a narrow bucket has one of them.
  return to - from <= 1 ? Math.ceil(from - 1e-9) : Math.round(Math.sqrt(from * to))
}

/** How long so many things took; buckets are added, so that the order of merging makes no difference. */
export class Durations {
  #exact: number[] = []
  #isExact = true
  readonly #buckets = new Map<number, number>()
  count = 0

  addAll(durations: readonly number[]): void {
    for (const one of durations) this.#add(bucketOf(one), 1)
    if (this.#isExact) this.#exact.push(...durations)
    this.#settle()
  }

  addBuckets(buckets: Readonly<Record<string, number>>): void {
    for (const [bucket, n] of Object.entries(buckets)) this.#add(Number(bucket), n)
    this.#isExact = false
    this.#settle()
  }

  /** The shortest that at least this share of them did not exceed; null without any. */
  percentile(share: number): number | null {
    if (this.count === 0) return null
    const rank = Math.max(1, Math.ceil(share * this.count))
    if (this.#isExact) return this.#exact.toSorted((a, b) => a - b)[rank - 1] ?? null
    let seen = 0
    for (const [bucket, n] of [...this.#buckets].sort(([a], [b]) => a - b)) {
      seen += n
      if (seen >= rank) return middleOf(bucket)
    }
    return null
  }

  /** How many lie from each edge to the next; of many, by the middle of what they fell into. */
  countSpans(edges: readonly number[]): number[] {
    const spans = edges.map(() => 0)
    const add = (seconds: number, n: number) => {
      const span = edges.findLastIndex((edge) => edge <= seconds)
      if (span >= 0) spans[span] = (spans[span] ?? 0) + n
    }
    if (this.#isExact) for (const one of this.#exact) add(one, 1)
    else for (const [bucket, n] of this.#buckets) add(middleOf(bucket), n)
    return spans
  }

  #add(bucket: number, n: number): void {
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + n)
    this.count += n
  }

  #settle(): void {
    if (this.count > MAX_EXACT) this.#isExact = false
    if (!this.#isExact) this.#exact = []
  }
}
