import { randomUUID } from 'node:crypto'
import type { DutyTx } from '../db/tenant-tx.ts'
import type { Keyring } from '../keys/keyring.ts'

/** What the outbox and the engine see of a mail: a number and something only we can open. */
export interface SealedMail {
  mailId: string
  sealed: string
}

/** Sent once the transaction has committed. Address and content (links!) are sealed from here to the mail server. */
export function queueMail(tx: DutyTx, keyring: Keyring, to: string, content: object): void {
  const mailId = randomUUID()
  const sealed = keyring.seal(keyring.systemKey(), JSON.stringify({ to, content }), mailId).toString('base64')
  tx.start(mailId, { workflow: 'sendMail', workflowId: `mail:${mailId}`, args: { mailId, sealed } })
}
