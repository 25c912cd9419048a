import { DocumentId, MemberId, TenantId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import { signLink } from '../../core/signed-link.ts'
import { LINK_SECONDS, refused, type Signing, unseal } from './sealed.ts'

const Open = z.enum(['inline', 'attachment'])
const Packed = z.tuple([TenantId, MemberId, DocumentId, z.int(), Open, z.int()])

/** Whose link, to what, opened how, until when. */
export interface Claim {
  tenantId: TenantId
  memberId: MemberId
  documentId: DocumentId
  number: number
  open: z.infer<typeof Open>
}

export function makeLink(config: Signing, claim: Claim, now = Date.now()) {
  const expires = now + LINK_SECONDS * 1_000
  const { tenantId, memberId, documentId, number, open } = claim
  const facts = JSON.stringify([tenantId, memberId, documentId, number, open, expires])
  const url = `${config.USERCONTENT_ORIGIN}/v1/files/?link=${signLink(config, 'file', Buffer.from(facts))}`
  return { url, expires_at: new Date(expires).toISOString() }
}

/** Whatever was changed in it, and whatever is past its time, is refused alike. */
export function readLink(config: Signing, link: string, now = Date.now()): Claim {
  const facts: unknown = JSON.parse(unseal(config, 'file', link).toString('utf8'))
  const [tenantId, memberId, documentId, number, open, expires] = z.parse(Packed, facts)
  if (expires <= now) throw refused()
  return { tenantId, memberId, documentId, number, open }
}
