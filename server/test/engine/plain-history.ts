import type { Payload, PayloadCodec } from '@temporalio/common'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import type { temporal } from '@temporalio/proto'

const isPayload = (value: object): value is Payload => 'metadata' in value && 'data' in value

/** Every payload in a history, wherever it stands, opened in place. */
async function openAll(codec: PayloadCodec, value: unknown): Promise<void> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
  for (const [key, one] of Object.entries(value)) {
    if (typeof one !== 'object' || one === null) continue
    if (isPayload(one)) {
      const [opened] = await codec.decode([one])
      Object.assign(value, { [key]: opened })
    } else await openAll(codec, one)
  }
}

/** A history as text that anybody can read and a replay can run: unsealed, on one line. */
export async function plainHistory(codec: PayloadCodec, history: temporal.api.history.v1.IHistory): Promise<string> {
  await openAll(codec, history)
  // Which process it was is nobody's business.
  const read: unknown = JSON.parse(historyToJSON(history), (key, value: unknown) =>
    key === 'identity' ? 'worker' : value,
  )
  return JSON.stringify(read)
}
