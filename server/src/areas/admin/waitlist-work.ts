import { createHash, randomBytes } from 'node:crypto'
import type { subscribeEmail } from '@throughline/contracts/admin'
import type { Body } from '@throughline/contracts/endpoint'
import type { Config } from '../../core/config.ts'
import { readSignedLink, signLink } from '../../core/signed-link.ts'
import { answerTo, workFor } from '../../core/work-task.ts'

type Signing = Pick<Config, 'COOKIE_SECRET'>

const VALID_MS = 10 * 60_000
const TIME_BYTES = 6
const SALT_BYTES = 16
const HASH_BYTES = 32

const hashOf = (email: string): Buffer => createHash('sha256').update(email.toLowerCase()).digest()

/** One address, one task: what was solved for one opens no other. */
export function taskFor(config: Signing, email: string, now: number) {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(now, 0, TIME_BYTES)
  const salt = randomBytes(SALT_BYTES)
  const token = signLink(config, 'waitlist', Buffer.concat([time, salt, hashOf(email)]))
  return { token, work: workFor(config, salt.toString('base64url')) }
}

type Done = Pick<Body<typeof subscribeEmail>, 'email' | 'token' | 'work'>

export function hasDoneWork(config: Signing, { email, token, work }: Done, now: number): boolean {
  const facts = token === undefined ? undefined : readSignedLink(config, 'waitlist', token)
  if (facts?.length !== TIME_BYTES + SALT_BYTES + HASH_BYTES) return false
  const isFresh = now - facts.readUIntBE(0, TIME_BYTES) < VALID_MS
  const isTheirs = facts.subarray(-HASH_BYTES).equals(hashOf(email))
  const salt = facts.subarray(TIME_BYTES, TIME_BYTES + SALT_BYTES).toString('base64url')
  return isFresh && isTheirs && work === answerTo(config, salt)
}
