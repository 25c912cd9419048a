import { MESSAGE_KINDS, type MessageKind } from '@throughline/contracts/inbox'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { BUILTIN_CHOICES, type Choice } from '../telling/builtin-choices.ts'
import type { Owner } from './message-rows.queries.ts'

interface ChoiceRow extends Choice {
  kind: string
  can_change: boolean | null
}

/** What a person is told of and how: their own choice where they have one and may, else the organization's, else ours. */
export async function choicesOf(db: Db, { tenantId, memberId }: Owner): Promise<Record<MessageKind, Choice>> {
  const { rows: defaults } =
    await sql<ChoiceRow>`select kind, inbox, email, desktop, can_change from notification_defaults
    where tenant_id = ${tenantId}`.execute(db)
  const { rows: own } = await sql<ChoiceRow>`select kind, inbox, email, desktop, null as can_change
    from notification_choices where tenant_id = ${tenantId} and member_id = ${memberId}`.execute(db)
  const found = { ...BUILTIN_CHOICES }
  for (const kind of MESSAGE_KINDS) {
    const given = defaults.find((row) => row.kind === kind)
    const chosen = given?.can_change === false ? undefined : own.find((row) => row.kind === kind)
    const row = chosen ?? given
    if (row) found[kind] = { inbox: row.inbox, email: row.email, desktop: row.desktop }
  }
  return found
}
