import { sql } from 'kysely'
import type { Config } from '../../../core/config.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { addressKey } from '../../../core/mail/outside/address-key.ts'
import { threadIn } from '../../../core/mail/reply-id.ts'
import { truncate } from '../../../core/truncate.ts'
import { commentFromOutside } from '../starts.ports.ts'
import type { TriggerRow } from '../triggers.queries.ts'
import type { Message } from './read-message.ts'

const LONGEST_COMMENT = 10_000

/** The instance that a message answers. */
export interface AnsweredInstance {
  id: string
  workflow_id: string
  narrowed: boolean
  /** Its mail went to this sender. */
  wroteToSender: boolean
}

/** By the Message-IDs of our own; only an instance of the workflow whose address the reply came to. */
export async function answeredInstance(
  { db, tenantId }: ReadTx,
  config: Pick<Config, 'COOKIE_SECRET' | 'MAIL_FROM'>,
  workflowId: string,
  { answers, sender_address }: Message,
): Promise<AnsweredInstance | undefined> {
  const thread = threadIn(config, answers)
  if (!thread) return undefined
  const { rows } = await sql<{ id: string; narrowed: boolean }>`select id, narrowed from instances
    where tenant_id = ${tenantId} and id = ${thread.instanceId} and workflow_id = ${workflowId}
      and deleted_at is null`.execute(db)
  const [instance] = rows
  const wroteToSender = thread.address === addressKey(tenantId, sender_address)
  return instance && { ...instance, workflow_id: workflowId, wroteToSender }
}

const isQuoted = (line = '') => /^\s*(>|$)/.test(line)
/** The line that announces a quotation, such as “On Thursday Maya wrote:”. */
const ANNOUNCES = /:\s*$/

/** Without the lines at the end that only repeat what is answered. */
export function withoutQuote(text: string): string {
  const lines = text.split('\n')
  let end = lines.length
  while (end > 0 && isQuoted(lines[end - 1])) end -= 1
  const hasQuote = lines.slice(end).some((line) => line.trim() !== '')
  if (hasQuote && ANNOUNCES.test(lines[end - 1] ?? '')) {
    end -= 1
    if (/^On\b/.test(lines[end - 1] ?? '')) end -= 1
  }
  return lines.slice(0, end).join('\n').trim()
}

export async function joinReply(
  tx: TenantTx,
  trigger: TriggerRow,
  instance: AnsweredInstance,
  { message, verified }: { message: Message; verified: boolean },
): Promise<void> {
  const { sender_name: name, sender_address: address, subject, text } = message
  const told = trigger.told_id ?? trigger.created_by
  await commentFromOutside.call(tx, instance, {
    name,
    address: address || 'unknown',
    verified,
    content: truncate(withoutQuote(text) || text.trim() || subject || '…', LONGEST_COMMENT),
    otherwise: told ? [told] : [],
  })
}
