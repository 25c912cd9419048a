import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../core/config.ts'
import { forbidden } from '../../core/errors.ts'

export const LINK_SECONDS = 300

export type Signing = Pick<Config, 'COOKIE_SECRET' | 'USERCONTENT_ORIGIN'>

/** What a link is for: one kind never opens another. */
type Purpose = 'file' | 'zip'

const macOf = (config: Signing, purpose: Purpose, packed: string) =>
  createHmac('sha256', config.COOKIE_SECRET.reveal()).update(`${purpose}\n${packed}`).digest('base64url')

export function seal(config: Signing, purpose: Purpose, facts: Buffer): string {
  const packed = facts.toString('base64url')
  return `${packed}.${macOf(config, purpose, packed)}`
}

export const refused = () => forbidden('This link is no longer valid. Open the file again.')

/** Whatever was changed in it is refused. */
export function unseal(config: Signing, purpose: Purpose, link: string): Buffer {
  const [packed = '', given = '', ...more] = link.split('.')
  const [expected, actual] = [Buffer.from(macOf(config, purpose, packed)), Buffer.from(given)]
  if (more.length > 0 || expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw refused()
  return Buffer.from(packed, 'base64url')
}
