import { MemberId, TenantId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Config } from '../../../core/config.ts'
import { readSignedLink, signLink } from '../../../core/signed-link.ts'
import type { Owner } from '../messages/message-rows.queries.ts'

const LINK_BYTES = 32

/** Good for as long as the secret it is signed with, and for nothing but turning one person's digest off. */
export function digestOffLink(config: Pick<Config, 'COOKIE_SECRET' | 'APP_ORIGIN'>, { tenantId, memberId }: Owner) {
  const facts = Buffer.from((tenantId + memberId).replaceAll('-', ''), 'hex')
  return `${config.APP_ORIGIN}/v1/unsubscribe/digest/${signLink(config, 'digest', facts)}/`
}

const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export function readDigestOffLink(config: Pick<Config, 'COOKIE_SECRET'>, link: string) {
  const facts = readSignedLink(config, 'digest', link)
  if (facts?.length !== LINK_BYTES) return undefined
  const hex = facts.toString('hex')
  return { tenantId: z.parse(TenantId, dashed(hex.slice(0, 32))), memberId: z.parse(MemberId, dashed(hex.slice(32))) }
}
