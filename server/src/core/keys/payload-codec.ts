import { extname, join } from 'node:path'
import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common'
import { METADATA_ENCODING_KEY } from '@temporalio/common'
import proto from '@temporalio/proto'
import type { Keyring } from './keyring.ts'

const ENCODING = Buffer.from('binary/encrypted')
const TENANT = 'tenant'
const AAD = 'temporal-payload'
const PayloadMessage = proto.temporal.api.common.v1.Payload
/** Whatever runs for a tenant has the tenant in its id, as the second part. */
const OF_TENANT = /^[^:]+:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):/

const isSealed = (payload: Payload) => {
  const encoding = payload.metadata?.[METADATA_ENCODING_KEY]
  return encoding !== undefined && ENCODING.equals(encoding)
}

/**
 * Sealed with the key of the tenant that the workflow runs for, or with the system's; which one stands beside it, and
 * the sealed bytes themselves name the master key it comes from.
 */
export function createPayloadCodec(keyring: Keyring): PayloadCodec {
  const sealerOf = (tenant: string | undefined) => (tenant ? keyring.engine(tenant) : keyring.system)
  const aadOf = (tenant: string | undefined) => (tenant ? `${AAD}:${tenant}` : AAD)

  const sealOne = (payload: Payload, tenant: string | undefined): Payload => ({
    metadata: { [METADATA_ENCODING_KEY]: ENCODING, ...(tenant && { [TENANT]: Buffer.from(tenant) }) },
    data: sealerOf(tenant).seal(Buffer.from(PayloadMessage.encode(payload).finish()), aadOf(tenant)),
  })
  // The engine adds payloads of its own, which nobody sealed: they pass as they are.
  const openOne = (payload: Payload): Payload => {
    if (!isSealed(payload)) return payload
    const named = payload.metadata?.[TENANT]
    const tenant = named && Buffer.from(named).toString('utf8')
    return PayloadMessage.decode(sealerOf(tenant).open(Buffer.from(payload.data ?? []), aadOf(tenant)))
  }
  return {
    encode: async (payloads, context) => {
      const tenant = OF_TENANT.exec(context?.workflowId ?? '')?.[1]
      return payloads.map((payload) => sealOne(payload, tenant))
    },
    decode: async (payloads) => payloads.map(openOne),
  }
}

export const failureConverterPath = join(import.meta.dirname, `failure-converter${extname(import.meta.filename)}`)

/** The same for client and worker: nothing readable about our data reaches the engine's database. */
export const dataConverter = (keyring: Keyring): DataConverter => ({
  payloadCodecs: [createPayloadCodec(keyring)],
  failureConverterPath,
})
