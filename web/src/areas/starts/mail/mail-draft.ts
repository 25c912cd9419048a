import { MAIL_PARTS, type MailAddress, type MailPart, type Senders } from '@throughline/contracts/mail-starts'
import type { Target } from '@throughline/flow/form-mapping'
import { type FixedTexts, fixedBody, fixedTexts, standInBody } from '../parts/fixed-values.ts'
import type { StandIn } from '../parts/stand-in-field.tsx'
import type { MailBody } from './mail.api.ts'

/** Where a variable's value comes from. */
export type Source = MailPart | 'fixed' | 'unset'

export interface MailDraft {
  name: string
  senders: Senders
  domains: string
  thanks: boolean
  sources: Readonly<Record<string, Source>>
  fixed: FixedTexts
  standIn: StandIn | undefined
  told: MailAddress['told'] | undefined
}

const TEXT_PARTS: readonly (readonly [MailPart, readonly string[]])[] = [
  ['$.subject', ['title', 'subject', 'name', 'company']],
  ['$.sender_name', ['vendor', 'sender', 'customer', 'supplier']],
  ['$.sender_address', ['email', 'address']],
  ['$.text', ['note', 'text', 'description', 'message', 'details']],
]

/** A variable that is called like a part of a message is very likely meant to be given it. */
function guessed({ variable, type }: Target): Source {
  if (type !== 'string') return 'unset'
  return TEXT_PARTS.find(([, names]) => names.some((name) => variable.includes(name)))?.[0] ?? 'unset'
}

export const newMailDraft = (targets: readonly Target[], told: MailDraft['told']): MailDraft => ({
  name: '',
  senders: 'members',
  domains: '',
  thanks: false,
  sources: Object.fromEntries(targets.map((target) => [target.variable, guessed(target)])),
  fixed: {},
  standIn: undefined,
  told,
})

const partOf = (path: string | undefined): Source | undefined => MAIL_PARTS.find((part) => part === path)

export const mailDraftOf = (address: MailAddress, targets: readonly Target[]): MailDraft => ({
  name: address.name,
  senders: address.senders,
  domains: address.domains.join(', '),
  thanks: address.thanks,
  sources: Object.fromEntries(
    targets.map(({ variable, type }) => [
      variable,
      type === 'file'
        ? 'unset'
        : (partOf(address.mapping[variable]) ?? (Object.hasOwn(address.fixed_values, variable) ? 'fixed' : 'unset')),
    ]),
  ),
  fixed: fixedTexts(address.fixed_values, targets),
  standIn: standInBody(address.stand_in),
  told: address.told,
})

const domainsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^@/, ''))
    .filter((one) => one !== '')

/** As it is sent; undefined while something that is needed is missing. */
export function mailBodyOf(draft: MailDraft, targets: readonly Target[]): MailBody | undefined {
  const domains = draft.senders === 'domains' ? domainsIn(draft.domains) : []
  const isSet = ({ variable }: Target) => {
    const source = draft.sources[variable] ?? 'unset'
    return source === 'fixed' ? (draft.fixed[variable] ?? '').trim() !== '' : source !== 'unset'
  }
  const isMissing = targets.some((target) => target.required && target.type !== 'file' && !isSet(target))
  if (!draft.name.trim() || isMissing || (draft.senders === 'domains' && domains.length === 0)) return undefined
  const used = Object.entries(draft.sources)
  const fixed = Object.fromEntries(
    used.flatMap(([variable, source]) => (source === 'fixed' ? [[variable, draft.fixed[variable] ?? '']] : [])),
  )
  return {
    name: draft.name.trim(),
    senders: draft.senders,
    domains,
    thanks: draft.thanks,
    mapping: Object.fromEntries(
      used.flatMap(([variable, source]) => (source === 'fixed' || source === 'unset' ? [] : [[variable, source]])),
    ),
    fixed_values: fixedBody(fixed, targets),
    ...(draft.standIn && { stand_in: draft.standIn }),
    ...(draft.told && { told_id: draft.told.id }),
  }
}
