import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../../core/config.ts'
import { readSignedLink, signLink } from '../../../core/signed-link.ts'
import { answerTo, workFor } from '../../../core/work-task.ts'

type Signing = Pick<Config, 'COOKIE_SECRET'>

/** A page may stay open overnight. */
const VALID_MS = 24 * 3_600_000
const ID_BYTES = 16
const TIME_BYTES = 6
const SALT_BYTES = 16

const idBytes = (formId: string) => Buffer.from(formId.replaceAll('-', ''), 'hex')

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A signed note of which form was begun and when; with work for the browser to do, where that is asked for. */
export function beginPage(config: Signing, formId: string, now: number, asksWork: boolean) {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(now, 0, TIME_BYTES)
  const salt = randomBytes(SALT_BYTES)
  const facts = Buffer.concat([idBytes(formId), time, salt, Buffer.from([asksWork ? 1 : 0])])
  const token = signLink(config, 'response', facts)
  return { token, work: asksWork ? workFor(config, salt.toString('base64url')) : null }
}

export interface BegunPage {
  begunAt: number
  /** Whether this is the number that was asked for; true where none was. */
  hasDone(work: string | undefined): boolean
}

/** Undefined if the token was altered, belongs to another form, or is too old. */
export function readPage(config: Signing, formId: string, token: string, now: number): BegunPage | undefined {
  const facts = readSignedLink(config, 'response', token)
  if (facts?.length !== ID_BYTES + TIME_BYTES + SALT_BYTES + 1) return undefined
  if (!facts.subarray(0, ID_BYTES).equals(idBytes(formId))) return undefined
  const begunAt = facts.readUIntBE(ID_BYTES, TIME_BYTES)
  if (begunAt > now || now - begunAt > VALID_MS) return undefined
  const salt = facts.subarray(ID_BYTES + TIME_BYTES, -1).toString('base64url')
  const asksWork = facts.at(-1) === 1
  return { begunAt, hasDone: (work) => !asksWork || work === String(answerTo(config, salt)) }
}

/** Tells the callers of one network from others, without telling who they are. */
export const hashOfNetwork = (config: Signing, network: string): string =>
  (signLink(config, 'network', Buffer.from(network)).split('.')[1] ?? '').slice(0, 22)
