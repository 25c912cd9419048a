import type { AuditEntry } from '@throughline/contracts/audit'
import { texts } from '../audit.texts.ts'

/** Acts upon oneself, or without an object worth a name. */
const WITHOUT_OBJECT = new Set([
  'member.left',
  'member.profile_changed',
  'member.photo_changed',
  'member.email_changed',
  'member.email_change_undone',
  'member.password_changed',
  'member.two_factors_on',
  'member.two_factors_off',
  'member.recovery_codes_made',
  'member.recovery_code_used',
  'member.google_connected',
  'member.google_disconnected',
  'member.deletion_planned',
  'member.account_kept',
  'session.opened',
  'session.closed',
  'session.new_device',
  'session.ended',
  'organization.created',
  'audit.exported',
])

const WORRYING = new Set(['member.second_factor_failed', 'member.second_factor_locked'])

const isKnown = (act: string): act is keyof typeof texts.acts => act in texts.acts

export type Sentence = {
  words: string
  known: boolean
  object: string | null
  /** The object is work that the reader may not see; `object` says so in its place. */
  hidden: boolean
  worrying: boolean
}

/** "changed the role of" + "Lena Hartmann". An act without words of its own shows its name. */
export function sentenceOf({ act, actor, entity_name, hidden }: AuditEntry): Sentence {
  if (act === 'member.joined' && entity_name === actor?.name)
    return { words: texts.joined, known: true, object: null, hidden, worrying: false }
  return {
    words: isKnown(act) ? texts.acts[act] : act,
    known: isKnown(act),
    object: hidden ? texts.row.hidden : WITHOUT_OBJECT.has(act) ? null : entity_name,
    hidden,
    worrying: WORRYING.has(act),
  }
}

/** Nobody was signed in when a code was refused; everything else without a person was done by the product itself. */
export const nobodyName = ({ act }: AuditEntry) => (WORRYING.has(act) ? texts.row.unknownPerson : texts.row.system)
