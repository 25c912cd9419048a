import { cut } from '../../../core/cut.ts'
import type { Around } from './around.ts'
import { type Clause, clauseOf } from './grammar.ts'
import { messageOf } from './messages.ts'
import type { Approval, Part, Task } from './parts.ts'
import { pauseOf } from './pauses.ts'
import { type Party, partiesOf, partyOf, teamForWork } from './people.ts'
import { timed } from './timing.ts'
import { capital, slug } from './words.ts'

export interface Understood {
  part: Part
  subject: string | undefined
  /** Words inside it that became nothing. */
  left: string[]
}

const LONGEST_NAME = 120
const PRONOUN = /^(it|this|that|them|these|him|her|one)$/i
const THING =
  /^(?:(?:the|an?|each|every|all|their|his|her|its|this|that|these|our|any) )?(?:[\p{L}\p{N}'’-]+)(?: (?:of|for|from) (?:the |an? |their )?[\p{L}-]+)?$/iu
const APPROVING = new Set('approve authorise authorize agree decide vote accept'.split(' '))

const listed = (names: string[], last: string) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`

function approval(parties: Approval['parties'], timing: Approval['timing'], object: string): Approval {
  const names = parties.parties.map(({ assignee, label, said }) => {
    const name = said ?? label.replace(/^(?:team|role) /, '')
    return 'role' in assignee && assignee.each ? `${name}s` : name
  })
  const plural = names.length > 1 || typeof parties.rule === 'number' || parties.rule === 'all'
  const thing = object === '' || PRONOUN.test(object) ? '' : ` ${object}`
  const name = `${listed(names, parties.rule === 'first' ? 'or' : 'and')} approve${plural ? '' : 's'}${thing}`
  return { is: 'approval', name: cut(capital(name), LONGEST_NAME), parties, timing }
}

/** "needs the approval of finance", "goes to the manager for approval", "the board signs off". */
function approvalWords(text: string): { who: string; rest: string } | undefined {
  const found =
    /\b(?:approval|sign-?off|consent|authori[sz]ation|permission)\s+(?:of|by|from)\s+(.+)$/i.exec(text) ??
    /\b(?:goes|passed|sent|forwarded|handed|is sent|sends? it|pass(?:es)? it|ask|asks)\s+(?:on )?(?:to )?(.+?)\s+for\s+(?:an? |the |their )?(?:approval|sign-?off|consent|a decision)$/i.exec(
      text,
    )
  if (found) return { who: found[1] ?? '', rest: '' }
  const signs =
    /^(.+?)\s+(?:(?:must|has to|have to|should|will|needs? to)\s+)?(?:signs? off|gives? (?:their |its |his |her |the )?(?:approval|ok|okay|go-?ahead)|says? yes)\b\s*(?:on |to )?(.*)$/i.exec(
      text,
    )
  return signs ? { who: signs[1] ?? '', rest: signs[2] ?? '' } : undefined
}

const BACK =
  /\b(?:(?:goes|sent|send|sends|passed|returned|return|returns|comes|handed|pass|hand) (?:it |them |the \p{L}+ )?(?:back|straight back))\b|\b(?:is|gets|are) returned\b|\bstarts? (?:over|again)\b|\b(?:corrects?|revises?|changes?|fixes) (?:it|the (?:request|form|claim|draft))\b/iu
const END =
  /^(?:(?:the |an? )?(?:[\p{L}]+ )?)?(?:it |this |everything |we )?(?:ends?|stops?|is (?:over|closed|ended|stopped|cancelled|done)|(?:is |are )?(?:finished|closed)|close it|end it|stop|nothing (?:more )?happens|that is (?:all|it)|that’s it)(?: (?:there|here|the (?:request|process|case)))?$/iu

/** What one clause says, in the terms of a workflow. */
export function understand(clause: string, around: Around): Understood | undefined {
  const { rest: text, timing } = timed(clause, around.teams)
  const plain = (part: Part): Understood => ({ part, subject: around.subject, left: [] })
  if (END.test(text)) return plain({ is: 'end' })
  const pause = pauseOf(text)
  if (pause) return plain(pause)
  const spoken = clauseOf(text, around.teams)
  const told = messageOf(text, spoken, around)
  if (told) return plain(told)
  if (!around.first && BACK.test(text) && !/\bif\b/i.test(text)) return plain({ is: 'back' })
  const words = approvalWords(text)
  if (words) {
    const { who, order } = ordered(words.who)
    return plain(approval({ ...partiesOf(who, around.teams), ...order }, timing, words.rest))
  }
  if (!spoken) return undefined
  return APPROVING.has(spoken.verb) && !(around.first && spoken.subject === undefined)
    ? approved(spoken, timing, around)
    : { part: taskOf(spoken, timing, around), subject: spoken.subject ?? around.subject, left: [] }
}

const IN_ORDER =
  /\s*,?\s*\b(?:in (?:this |that )?order|one after (?:the other|another)|in turn|one by one|in sequence)\b/i
const AT_ONCE = /\s*,?\s*\b(?:at the same time|in parallel|at once|together|simultaneously|independently)\b/i

function ordered(text: string): { who: string; order: { inOrder?: boolean } } {
  const inOrder = IN_ORDER.test(text)
  return { who: text.replace(IN_ORDER, '').replace(AT_ONCE, '').trim(), order: inOrder ? { inOrder } : {} }
}

function approved(spoken: Clause, timing: Approval['timing'], around: Around): Understood {
  const { who: object, order } = ordered(spoken.object.replace(/^(?:of|on|about|whether|to)\s+/i, ''))
  const subject = spoken.subject ?? around.subject ?? 'the manager'
  const { who, order: before } = ordered(subject)
  const isThing = object === '' || PRONOUN.test(object) || THING.test(object)
  const cut = /^(it|this|that|them|(?:the|an?|their|each|every) [\p{L}-]+)\s+(.+)$/iu.exec(object)
  const thing = isThing ? object : (cut?.[1] ?? '')
  const left = isThing ? [] : [cut ? (cut[2] ?? '') : object]
  const parties = { ...partiesOf(who, around.teams), ...before, ...order }
  return { part: approval(parties, timing, thing.trim()), subject, left: left.filter((one) => one !== '') }
}

const ANYBODY = /^(we|us|someone|somebody|anyone|people)$/i

function doerOf(subject: string | undefined, verb: string, { teams, first, about, subject: before }: Around): Party {
  const starter: Party = { assignee: { starter: true }, label: 'the starter' }
  const named = subject === undefined || ANYBODY.test(subject) ? undefined : subject
  if (first && (named === undefined || partyOf(named, teams).said !== undefined)) return starter
  const team = named === undefined ? teamForWork(verb, teams) : undefined
  if (team) return { assignee: { team: team.id }, label: `team ${team.name}` }
  if (named !== undefined && about?.test(named))
    return { assignee: { role: 'Member' }, label: 'role Member', said: named }
  return partyOf(subject ?? before ?? 'we', teams)
}

const taskOf = ({ subject, verb, object }: Clause, timing: Task['timing'], around: Around): Task => ({
  is: 'task',
  name: cut(capital(`${verb === 'email' ? 'e-mail' : verb} ${object}`.trim()), LONGEST_NAME),
  verb: slug(verb),
  party: doerOf(subject, verb, around),
  timing,
})
