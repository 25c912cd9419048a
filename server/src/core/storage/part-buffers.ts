/** The smallest part that S3 takes. */
const PART_BYTES = 5 * 1_048_576

export type PartBuffers = readonly [Buffer, Buffer]

/**
 * So many uploads fill parts at once, which together hold 640 MB and no more: enough for 50 large files that come at the
 * same time, with some to spare. Whoever comes later waits unread, so that the sender has to.
 */
export const MAX_AT_ONCE = 64
/** So many are kept for the next upload; an upload that finds none makes its own. */
const MAX_CACHED = 10

const free: PartBuffers[] = []
const waiting: (() => void)[] = []
let taken = 0

/** Used again and again, so that what passes through leaves nothing to be collected. In the order of asking. */
export async function takePartBuffers(): Promise<PartBuffers> {
  if (taken < MAX_AT_ONCE) taken++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  return free.pop() ?? [Buffer.allocUnsafeSlow(PART_BYTES), Buffer.allocUnsafeSlow(PART_BYTES)]
}

/** Once nobody reads or writes them any more. */
export function givePartBuffers(pair: PartBuffers): void {
  const next = waiting.shift()
  if (next || free.length < MAX_CACHED) free.push(pair)
  if (next) next()
  else taken--
}
