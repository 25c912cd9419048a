import { extname, join } from 'node:path'
import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common'
import { METADATA_ENCODING_KEY } from '@temporalio/common'
import proto from '@temporalio/proto'
import type { Keyring } from './keyring.ts'

const ENCODING = Buffer.from('binary/encrypted')
const AAD = 'temporal-payload'
const PayloadMessage = proto.temporal.api.common.v1.Payload

const isSealed = (payload: Payload) => {
  const encoding = payload.metadata?.[METADATA_ENCODING_KEY]
  return encoding !== undefined && ENCODING.equals(encoding)
}

export function createPayloadCodec(keyring: Keyring): PayloadCodec {
  const sealOne = (payload: Payload): Payload => ({
    metadata: { [METADATA_ENCODING_KEY]: ENCODING },
    data: keyring.seal(keyring.systemKey(), Buffer.from(PayloadMessage.encode(payload).finish()), AAD),
  })
  // The engine adds payloads of its own, which nobody sealed: they pass as they are.
  const openOne = (payload: Payload): Payload =>
    isSealed(payload)
      ? PayloadMessage.decode(keyring.open(keyring.systemKey(), Buffer.from(payload.data ?? []), AAD))
      : payload
  return {
    encode: async (payloads) => payloads.map(sealOne),
    decode: async (payloads) => payloads.map(openOne),
  }
}

export const failureConverterPath = join(import.meta.dirname, `failure-converter${extname(import.meta.filename)}`)

/** The same for client and worker: nothing readable about our data reaches the engine's database. */
export const dataConverter = (keyring: Keyring): DataConverter => ({
  payloadCodecs: [createPayloadCodec(keyring)],
  failureConverterPath,
})
