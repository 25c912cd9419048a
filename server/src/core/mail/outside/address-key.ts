import { createHash } from 'node:crypto'

/** 128 bits: with the tenant and a signature it still fits into one part of an address. */
const HEX_DIGITS = 32

const folded = (address: string) => address.normalize('NFKC').toLowerCase()

/** An address as the tables of outside mail keep it: in hex, of one tenant, and nothing to write to. */
export const addressKey = (tenantId: string, address: string): string =>
  createHash('sha256')
    .update(`${tenantId}\n${folded(address)}`)
    .digest('hex')
    .slice(0, HEX_DIGITS)
