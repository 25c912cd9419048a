import { MESSAGE_KINDS, type MessageKind } from '@throughline/contracts/inbox'
import type { KindSetting, OrgKindSetting } from '@throughline/contracts/notification-settings'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { ALWAYS_TOLD, BUILTIN_CHOICES, type Choice } from '../telling/builtin-choices.ts'
import { type OrgChoice, orgChoices } from './settings.queries.ts'

/** Nobody chooses otherwise: its mails are sent by the account itself, at once. */
const FIXED: MessageKind = 'security'

const byKind = <Found>(of: (kind: MessageKind) => Found): Record<MessageKind, Found> => ({
  approval: of('approval'),
  assigned: of('assigned'),
  queue: of('queue'),
  question: of('question'),
  reminder: of('reminder'),
  failed: of('failed'),
  mention: of('mention'),
  activity: of('activity'),
  followed: of('followed'),
  shared: of('shared'),
  ready: of('ready'),
  security: of('security'),
})

const choiceOf = ({ inbox, email, desktop }: Choice): Choice => ({ inbox, email, desktop })
const isSame = (one: Choice, other: Choice) =>
  one.inbox === other.inbox && one.email === other.email && one.desktop === other.desktop

/** What the organization has of each kind, else what everybody starts with. */
export async function defaultsOf({ db, tenantId }: ReadTx): Promise<Record<MessageKind, OrgChoice>> {
  const rows = await orgChoices(db, tenantId)
  return byKind(
    (kind) => rows.find((row) => row.kind === kind) ?? { ...BUILTIN_CHOICES[kind], can_change: kind !== FIXED },
  )
}

/** Mails about the account come right away, whatever the inbox does. */
const shown = (kind: MessageKind, choice: Choice): Choice => (kind === FIXED ? { ...choice, email: 'now' } : choice)

export const kindSettings = (
  choices: Record<MessageKind, Choice>,
  defaults: Record<MessageKind, OrgChoice>,
): KindSetting[] =>
  MESSAGE_KINDS.map((kind) => ({
    kind,
    ...shown(kind, choices[kind]),
    inbox_fixed: ALWAYS_TOLD.includes(kind),
    own: !isSame(choices[kind], defaults[kind]),
    locked: !defaults[kind].can_change,
  }))

export const orgKindSettings = (defaults: Record<MessageKind, OrgChoice>): OrgKindSetting[] =>
  MESSAGE_KINDS.map((kind) => ({
    kind,
    ...shown(kind, choiceOf(defaults[kind])),
    can_change: defaults[kind].can_change,
  }))

export const equalsDefault = (choice: Choice, given: Choice) => isSame(choice, given)

export const equalsBuiltin = (kind: MessageKind, choice: OrgChoice) =>
  choice.can_change && isSame(choice, BUILTIN_CHOICES[kind])

/** What needs somebody always comes to their inbox, and notices about an account come as they are. */
export function requireAllowed(kind: MessageKind, { inbox }: Choice): void {
  if (kind === FIXED) throw conflict('fixed', 'Security notifications can’t be changed')
  if (!inbox && ALWAYS_TOLD.includes(kind)) {
    throw invalid('This always goes to the inbox', [{ path: 'kinds', message: 'inbox is fixed' }])
  }
}
