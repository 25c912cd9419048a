import { DocumentId, MemberId, TenantId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import { signLink } from '../../../core/signed-link.ts'
import { LINK_SECONDS, refused, type Signing, unseal } from '../sealed.ts'

/** Whose archive, of what, until when. */
export interface ZipClaim {
  tenantId: TenantId
  memberId: MemberId
  documentIds: readonly DocumentId[]
}

const ID_BYTES = 16
const MOMENT_BYTES = 8

const packed = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const unpacked = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Ids as bytes: two hundred of them still make an address that every proxy takes. */
export function makeZipLink(config: Signing, { tenantId, memberId, documentIds }: ZipClaim, now = Date.now()) {
  const expires = now + LINK_SECONDS * 1_000
  const moment = Buffer.alloc(MOMENT_BYTES)
  moment.writeBigUInt64BE(BigInt(expires))
  const facts = Buffer.concat([moment, ...[tenantId, memberId, ...documentIds].map(packed)])
  const url = `${config.USERCONTENT_ORIGIN}/v1/files/zip/?link=${signLink(config, 'zip', facts)}`
  return { url, expires_at: new Date(expires).toISOString() }
}

export function readZipLink(config: Signing, link: string, now = Date.now()): ZipClaim {
  const facts = unseal(config, 'zip', link)
  if (Number(facts.readBigUInt64BE()) <= now) throw refused()
  const ids: string[] = []
  for (let at = MOMENT_BYTES; at < facts.length; at += ID_BYTES) ids.push(unpacked(facts.subarray(at, at + ID_BYTES)))
  const [tenantId, memberId, ...documentIds] = ids
  return {
    tenantId: z.parse(TenantId, tenantId),
    memberId: z.parse(MemberId, memberId),
    documentIds: z.parse(z.array(DocumentId), documentIds),
  }
}
