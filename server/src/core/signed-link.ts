import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.ts'

/** What a link is for: one kind never opens another. */
type Purpose = 'file' | 'zip' | 'unsubscribe' | 'digest' | 'response' | 'work' | 'network' | 'waitlist' | 'reply'

type Signing = Pick<Config, 'COOKIE_SECRET'>

const macOf = (config: Signing, purpose: Purpose, packed: string) =>
  createHmac('sha256', config.COOKIE_SECRET.reveal()).update(`${purpose}\n${packed}`).digest('base64url')

export function signLink(config: Signing, purpose: Purpose, facts: Buffer): string {
  const packed = facts.toString('base64url')
  return `${packed}.${macOf(config, purpose, packed)}`
}

/** What was signed; undefined where anything was changed in it. */
export function readSignedLink(config: Signing, purpose: Purpose, link: string): Buffer | undefined {
  const [packed = '', given = '', ...more] = link.split('.')
  const [expected, actual] = [Buffer.from(macOf(config, purpose, packed)), Buffer.from(given)]
  if (more.length > 0 || expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined
  return Buffer.from(packed, 'base64url')
}
