import { USER_FLAGS } from '@throughline/contracts/admin'
import type { StaffLogRow } from '../admin.api.ts'
import { spec as subscriptionSpec } from '../subscriptions/subscriptions.texts.ts'
import { texts } from './staff-log.texts.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isAct = (act: string): act is keyof typeof texts.acts => act in texts.acts

/** Which flags were given and which taken away. */
function flagText(data: Record<string, unknown>): string {
  const after = isObject(data['after']) ? data['after'] : {}
  const named = (wanted: boolean) =>
    USER_FLAGS.filter((flag) => after[flag] === wanted).map((flag) => texts.flags[flag])
  return texts.turned(named(true), named(false))
}

/** What was done, about whom and why, in words; an act without words of its own is shown by its name. */
export function staffSentence({ act, data, entity_name }: StaffLogRow) {
  const reason = typeof data['reason'] === 'string' ? data['reason'] : ''
  const about = act === 'subscriptions.exported' ? subscriptionSpec.fileName : (entity_name ?? '')
  if (act === 'person.updated') {
    const changed = data['confirmed'] === true ? texts.confirmed : texts.changedFor
    return { what: changed(flagText(data)), about, reason }
  }
  // Exports of earlier versions are recorded without their rows.
  if (act === 'subscriptions.exported' && typeof data['rows'] === 'number')
    return { what: texts.exportedRows(data['rows']), about, reason }
  if (act === 'organization.role_changed') return { what: texts.changedIn(flagText(data)), about, reason }
  if (act === 'person.internal_asked') return { what: texts.requested(flagText(data)), about, reason }
  return { what: isAct(act) ? texts.acts[act] : act, about, reason }
}

/** On the page of the organization that it is about. */
export function sentenceHere(row: StaffLogRow): string {
  if (row.act === 'organization.opened') return texts.openedThis
  if (row.act === 'organization.role_changed') return texts.changedHere(flagText(row.data))
  return staffSentence(row).what
}
