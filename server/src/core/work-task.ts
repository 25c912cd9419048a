import { createHash } from 'node:crypto'
import type { Config } from './config.ts'
import { signLink } from './signed-link.ts'

type Signing = Pick<Config, 'COOKIE_SECRET'>

/** The largest number that a browser may have to try. */
const MOST_TRIES = 50_000

/** The answer is not stored: it is derived from the salt and our secret. */
export function answerTo(config: Signing, salt: string): number {
  const mac = Buffer.from(signLink(config, 'work', Buffer.from(salt)).split('.')[1] ?? '', 'base64url')
  return mac.readUInt32BE(0) % MOST_TRIES
}

/** A number whose SHA-256, written in decimal after the salt, is the target in hexadecimal. */
export function workFor(config: Signing, salt: string) {
  const target = createHash('sha256')
    .update(`${salt}${answerTo(config, salt)}`)
    .digest('hex')
  return { salt, target, most: MOST_TRIES }
}
