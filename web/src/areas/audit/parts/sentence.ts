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
  'tasks.exported',
  'instances.exported',
  'responses.exported',
])

const WORRYING = new Set(['member.second_factor_failed', 'member.second_factor_locked'])

const isKnown = (act: string): act is keyof typeof texts.acts => act in texts.acts

export type Sentence = {
  words: string
  known: boolean
  object: string | null
  /** The instance that the object belongs to: "PUR-1 Desks". */
  of: string | null
  /** The object is work that the reader may not see; `object` says so in its place. */
  hidden: boolean
  worrying: boolean
}

const isDecision = (value: unknown): value is keyof typeof texts.decided =>
  typeof value === 'string' && Object.hasOwn(texts.decided, value)

/** An act without words of its own shows its name; a vote says what it was. */
function wordsOf({ act, data }: AuditEntry): string {
  if (act === 'task.decided' && isDecision(data.decision)) return texts.decided[data.decision]
  return isKnown(act) ? texts.acts[act] : act
}

function objectOf({ act, entity_kind, entity_name, instance, hidden }: AuditEntry): Pick<Sentence, 'object' | 'of'> {
  if (hidden) return { object: texts.row.hidden, of: null }
  if (WITHOUT_OBJECT.has(act)) return { object: null, of: null }
  const of = instance && texts.instance(instance.key, instance.name)
  return entity_kind === 'instance' ? { object: of ?? entity_name, of: null } : { object: entity_name, of }
}

/** "approved" + "Approve purchase" + of "PUR-1 Desks"; "changed the role of" + "Lena Hartmann". */
export function sentenceOf(entry: AuditEntry): Sentence {
  const { act, actor, entity_name, hidden } = entry
  if (act === 'member.joined' && entity_name === actor?.name)
    return { words: texts.joined, known: true, object: null, of: null, hidden, worrying: false }
  return {
    words: wordsOf(entry),
    known: isKnown(act),
    ...objectOf(entry),
    hidden,
    worrying: WORRYING.has(act),
  }
}

const sources: Record<string, string> = texts.row.sources

/**
 * Nobody was signed in when a code was refused. Staff act here under no name of their own. Work that no person started
 * says what did; everything else without a person was done by the product itself.
 */
export function nobodyName({ act, data }: AuditEntry): string {
  if (WORRYING.has(act)) return texts.row.unknownPerson
  if (data['staff'] === true) return texts.row.support
  const source = act === 'instance.started' && typeof data.source === 'string' ? sources[data.source] : undefined
  return source ?? texts.row.system
}
