import { truncate } from '../../../core/truncate.ts'
import type { ClauseContext } from './clause-context.ts'
import { type Clause, clauseOf, MODALS } from './grammar.ts'
import { messageOf } from './messages.ts'
import { fieldsNamedIn } from './named-fields.ts'
import { capital, durationOf, SPAN, slug } from './parse-text.ts'
import type { Approval, Back, Part, Pause, Request, Task } from './parts.ts'
import { isGroup, isKnownParty, namesIn, type Party, partiesOf, partyOf, type Team, teamForWork } from './people.ts'
import { timed } from './timing.ts'
import { ADDRESS_MARK } from './web-addresses.ts'

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
const APPROVING = new Set('approve authorise authorize agree decide vote accept ok okay'.split(' '))

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
  return { is: 'approval', name: truncate(capital(name), LONGEST_NAME), parties, timing }
}

const SIGNS = new RegExp(
  `^(.+?)\\s+(?:(?:${MODALS}|both|all|each)\\s+){0,4}(?:signs? (?:(?:it|this|that|them) )?off|gives? (?:their |its |his |her |the |an? )?(?:approval|ok|okay|go-?ahead|green light|consent|yes or no)|says? (?:yes|no or yes|ok|okay)(?:(?: or |/)no)?)\\b\\s*(?:on |to )?(.*)$`,
  'i',
)
/** "needs the approval of finance", "goes to the manager for approval", "the board signs off". */
function approvalWords(text: string): { who: string; rest: string } | undefined {
  const found =
    /\b(?:approval|sign-?off|consent|authori[sz]ation|permission)\s+(?:of|by|from)\s+(.+?)(?:\s+(?:is|are) (?:needed|required|necessary))?$/i.exec(
      text,
    ) ??
    /^(?:(?:it|this|that|everything) (?:needs?|requires?) )?(.+?)['’]s? (?:approval|sign-?off|consent|ok|okay|permission)(?: (?:is|are) (?:needed|required|necessary))?$/i.exec(
      text,
    ) ??
    /^(?:it|this|that|everything) (?:needs?|requires?) (?!to |time )(.+?) to (?:approve|agree|sign off|say yes)(?: it| to it)?$/i.exec(
      text,
    ) ??
    /\b(?:goes|passed|sent|forwarded|handed|is sent|sends? it|pass(?:es)? it|ask|asks)\s+(?:on )?(?:to )?(.+?)\s+for\s+(?:an? |the |their )?(?:approval|sign-?off|consent|a decision)$/i.exec(
      text,
    )
  if (found) return { who: found[1] ?? '', rest: '' }
  const signs = SIGNS.exec(text)
  return signs ? { who: signs[1] ?? '', rest: signs[2] ?? '' } : undefined
}

const BACK =
  /\b(?:(?:goes|sent|send|sends|passed|returned|return|returns|comes|handed|pass|hand) (?:it |them |the \p{L}+ )?(?:back|straight back))\b|\b(?:is|gets|are) returned\b|\bstarts? (?:over|again)\b/iu
const REWORK = /\b(?:corrects?|revises?|changes?|fixes) (?:it|the (?:request|form|claim|draft))\b/iu
const END =
  /^(?:(?:the |an? )?(?:[\p{L}]+ )?)?(?:it |this |everything |we )?(?:ends?|stops?|is (?:over|closed|ended|stopped|cancelled|done)|(?:is |are )?(?:finished|closed)|close it|end it|stop|nothing (?:more )?happens|that is (?:all|it)|that’s it)(?: (?:there|here|the (?:request|process|case)))?$/iu

const CALLS = new RegExp(
  `\\b(calls?|posts?|sends?|gets?|fetch(?:es)?|requests?|triggers?|pings?|notif(?:y|ies)|updates?)\\b.*?\\b(${ADDRESS_MARK})\\b`,
  'i',
)
const FETCHING = /^(?:call|get|fetch|request|ping)/i

/** "call https://…", "post it to https://…". */
function requestOf(text: string): Request | undefined {
  const [, verb = '', url] = CALLS.exec(text) ?? []
  if (url === undefined) return undefined
  return { is: 'request', name: 'Call address', method: FETCHING.test(verb) ? 'GET' : 'POST', url }
}

/** "goes back to the office manager": to what they did last. */
function backOf(text: string, teams: readonly Team[]): Back {
  const [, whom] = /\bback to ((?:the |an? |our |their )?[\p{L}\p{N}@ .&'’-]{2,60})$/iu.exec(text) ?? []
  const to = whom === undefined ? undefined : partyOf(whom.trim(), teams)
  return to && !('starter' in to.assignee) ? { is: 'back', to } : { is: 'back' }
}

/** What one clause says, in the terms of a workflow. */
export function understand(clause: string, around: ClauseContext): Understood | undefined {
  const { rest: text, timing } = timed(clause, around.teams)
  const plain = (part: Part): Understood => ({ part, subject: around.subject, left: [] })
  if (END.test(text)) return plain({ is: 'end' })
  const pause = pauseOf(text)
  if (pause) return plain(pause)
  const spoken = clauseOf(text, around.teams)
  const told = messageOf(text, spoken, around)
  if (told) return plain(told)
  const request = requestOf(text)
  if (request) return plain(request)
  // What others put right is their work.
  const isBack = BACK.test(text) || (REWORK.test(text) && !isGroup(spoken?.subject ?? ''))
  if (!around.first && isBack && !/\bif\b/i.test(text)) return plain(backOf(text, around.teams))
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

function approved(spoken: Clause, timing: Approval['timing'], around: ClauseContext): Understood {
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

function doerOf(
  subject: string | undefined,
  verb: string,
  { teams, first, about, subject: before }: ClauseContext,
): Party {
  const starter: Party = { assignee: { starter: true }, label: 'the starter' }
  const named = subject === undefined || ANYBODY.test(subject) ? undefined : subject
  if (first && (named === undefined || (partyOf(named, teams).said !== undefined && !isGroup(named)))) return starter
  const team = named === undefined ? teamForWork(verb, teams) : undefined
  if (team) return { assignee: { team: team.id }, label: `team ${team.name}` }
  if (named !== undefined && about?.test(named))
    return { assignee: { role: 'Member' }, label: 'role Member', said: named }
  const [either = ''] = named !== undefined && /\bor\b/i.test(named) ? namesIn(named) : []
  const party = partyOf(subject ?? before ?? 'we', teams)
  // One of them has it; the others are named to whoever looks at the draft.
  return either === '' || 'team' in party.assignee ? party : { ...partyOf(either, teams), said: named ?? either }
}

function taskOf({ subject, verb, object }: Clause, timing: Task['timing'], around: ClauseContext): Task {
  const asks = fieldsNamedIn(verb, object)
  return {
    is: 'task',
    name: truncate(capital(`${verb === 'email' ? 'email' : verb} ${object}`.trim()), LONGEST_NAME),
    verb: slug(verb),
    party: doerOf(subject, verb, around),
    timing,
    ...(asks && { asks }),
  }
}

export interface Works {
  works: Task[]
  subject: string
  inOrder: boolean
}

/** "Legal and brand review it": a piece of work for each of them; undefined if one does it. */
export function worksOf(clause: string, around: ClauseContext): Works | undefined {
  const { rest: text, timing } = timed(clause, around.teams)
  const spoken = clauseOf(text, around.teams)
  const subject = spoken?.subject ?? around.subject ?? ''
  if (!spoken || spoken.form === 'third' || !/,|\band\b|&|\bplus\b/i.test(subject)) return undefined
  const names = namesIn(subject)
  const isOne = /\bor\b/i.test(subject) || names.length < 2 || 'team' in partyOf(subject, around.teams).assignee
  if (isOne || !names.some((name) => isKnownParty(name, around.teams))) return undefined
  const { who: object, order } = ordered(spoken.object)
  const works = names.map((name) => {
    const own = { ...timing, escalation: [...timing.escalation] }
    const task = taskOf({ ...spoken, subject: name, object }, own, { ...around, first: false })
    const whose = task.party.said ?? task.party.label.replace(/^(?:team|role|the) /, '')
    return { ...task, name: truncate(`${task.name} (${whose})`, LONGEST_NAME) }
  })
  return { works, subject, inOrder: order.inOrder === true }
}

/** "Wait three days", "wait until the first day". */
function pauseOf(text: string): Pause | undefined {
  const lasting = new RegExp(
    `^(?:we |the \\p{L}+ )?waits? (?:for )?(?:at least )?${SPAN}|^(?:there is |after )?(?:a )?(?:pause|wait) of ${SPAN}`,
    'iu',
  ).exec(text)
  if (lasting) {
    const [count, business, unit] = lasting[1] === undefined ? lasting.slice(4) : lasting.slice(1)
    return { is: 'pause', name: 'Wait', for: durationOf(count ?? '1', business, unit ?? 'day') }
  }
  const until = /^(?:we |it )?waits? (?:until|till|for) (?:the |their |its )?([\p{L} -]{3,40})$/iu.exec(text)
  if (!until) return undefined
  const day = (until[1] ?? '').trim().toLowerCase()
  if (!/\b(day|date|start|end|deadline|delivery|departure|return|meeting|expiry|renewal)\b/.test(day)) return undefined
  return { is: 'pause', name: `Wait until the ${day}`, until: day }
}
