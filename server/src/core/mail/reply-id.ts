import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { readSignedLink, signLink } from '../signed-link.ts'
import { messageIdOf } from './message-id.ts'

/** What a mail of ours belongs to, written in its Message-ID so that a reply names it. */
export interface MailThread {
  instanceId: string
  /** The receiver, by the key that `addressKey` makes. */
  address: string
}

type Signing = Pick<Config, 'COOKIE_SECRET' | 'MAIL_FROM'>

const PART = 16
const MAX_IDS = 50

/** The same for every try under one key. Nobody can make one for another instance, since it is signed. */
export function threadMessageId(config: Signing, { instanceId, address }: MailThread, key: string): string {
  const unique = createHash('sha256').update(`${key} ${address}`).digest().subarray(0, PART)
  const facts = Buffer.concat([Buffer.from(instanceId.replaceAll('-', ''), 'hex'), Buffer.from(address, 'hex'), unique])
  return messageIdOf(config, signLink(config, 'reply', facts))
}

/** The first of these Message-IDs that we wrote. */
export function threadIn(config: Signing, messageIds: string): MailThread | undefined {
  for (const [, token = ''] of [...messageIds.matchAll(/<([\w.-]+)@[^\s<>@]+>/g)].slice(0, MAX_IDS)) {
    const facts = readSignedLink(config, 'reply', token)
    if (facts?.length !== 3 * PART) continue
    const instanceId = facts.toString('hex', 0, PART).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    return { instanceId, address: facts.toString('hex', PART, 2 * PART) }
  }
  return undefined
}
