import { type Understood, understand, worksOf } from './clause.ts'
import type { ClauseContext } from './clause-context.ts'
import { negated, testOf } from './conditions.ts'
import { clauseOf, splitActs } from './grammar.ts'
import { durationOf } from './parse-text.ts'
import {
  type Approval,
  type Choice,
  describePart,
  describeTiming,
  NOT_UNDERSTOOD,
  type Part,
  type Read,
  type Step,
  type Task,
} from './parts.ts'
import { isKnownParty, namesIn, type Team } from './people.ts'
import {
  AFTER_SPAN,
  APPROVED,
  BESIDE,
  BESIDE_AFTER,
  CONDITION,
  EACH,
  EACH_AFTER,
  followingParts,
  LATER,
  NEXT_ONE,
  NOBODY,
  ON_DAY,
  OR_ELSE,
  OTHERWISE,
  REJECTED,
  sentencesOf,
  WHILE,
  WITH_CONDITION,
  withoutLead,
} from './sentences.ts'
import { addTiming, timed } from './timing.ts'

/** Nobody follows a longer one, and what can be tried grows with the square of it. */
const LONGEST_SENTENCE = 400

/** Reads sentence by sentence; each says what comes next, unless it says otherwise. */
export class Reader {
  readonly parts: Part[] = []
  readonly reads: Read[] = []
  readonly #teams: readonly Team[]
  readonly #about: RegExp | undefined
  #begun = false
  #subject: string | undefined
  #approval: Approval | undefined
  #choice: Choice | undefined
  #human: Task | Approval | undefined

  /** `about`: whom it is about, if that is not whoever starts it. */
  constructor(text: string, teams: readonly Team[], about: RegExp | undefined) {
    this.#teams = teams
    this.#about = about
    for (const sentence of sentencesOf(text)) {
      this.#subject = undefined
      if (sentence.length <= LONGEST_SENTENCE) this.#say(sentence, this.parts)
      else this.#leaveOut(sentence)
    }
  }

  get #around(): ClauseContext {
    return { teams: this.#teams, first: !this.#begun, about: this.#about, subject: this.#subject }
  }

  #leaveOut(quote: string) {
    this.reads.push({ quote: quote.trim(), text: NOT_UNDERSTOOD })
  }

  #tell(quote: string, part: Part, text = describePart(part)) {
    this.reads.push({ quote: quote.trim(), part, text })
  }

  #say(raw: string, into: Part[]): void {
    const text = withoutLead(raw)
    const handled = [
      () => this.#timing(text),
      () => this.#rejection(text),
      () => this.#approvedThen(text, into),
      () => this.#otherwise(text),
      () => this.#condition(text, into),
      () => this.#later(text, into),
      () => this.#conditionAfter(text, into),
      () => this.#beside(text, into),
      () => this.#forEach(text, into),
    ].some((attempt) => attempt())
    if (handled) return
    const following = this.#following(raw)
    if (following.length > 1) {
      for (const one of following) this.#say(one, into)
      return
    }
    const acts = splitActs(text, this.#teams)
    // The first is quoted with the words that led to it.
    for (const [n, act] of acts.entries()) this.#act(n === 0 && acts.length === 1 ? raw : act, act, into)
  }

  /** "Legal, then finance approve" is one thing: what has no verb belongs to what follows. */
  #following(raw: string): string[] {
    const joined: string[] = []
    let open = ''
    let approves = false
    for (const one of followingParts(raw)) {
      open = open === '' ? one : `${open}, ${one}`
      const bare = withoutLead(open)
      const isNext = approves && this.#areKnown(bare)
      const isTiming = timed(bare, this.#teams).rest === ''
      if (!isNext && !isTiming && !clauseOf(bare, this.#teams) && !understand(bare, this.#around)) continue
      approves ||= understand(bare, this.#around)?.part.is === 'approval'
      joined.push(open)
      open = ''
    }
    return open === '' ? joined : [...joined, open]
  }

  /** Nothing comes after what leads back or ends; whole workflows end by themselves, and only decisions lead back. */
  #push(part: Part, into: Part[]): boolean {
    const last = into.at(-1)
    if (last?.is === 'back' || last?.is === 'end') return false
    if (into !== this.parts || (part.is !== 'back' && part.is !== 'end')) {
      into.push(part)
      return true
    }
    if (part.is === 'end') return true
    if (last?.is !== 'approval' || last.rejected) return false
    last.rejected = [part]
    return true
  }

  #act(quote: string, text: string, into: Part[], each?: string): boolean {
    const bare = withoutLead(text)
    if (this.#timing(bare)) return true
    const understood = understand(bare, this.#around) ?? this.#again(quote, bare)
    if (understood?.part.is === 'task' && each === undefined && this.#works(quote, bare, into)) return true
    if (!understood) {
      this.#leaveOut(quote)
      return false
    }
    const { part, subject, left } = understood
    this.#subject = subject
    this.#begun = true
    if (each !== undefined && (part.is === 'task' || part.is === 'approval' || part.is === 'message')) part.each = each
    if (!this.#push(part, into)) {
      this.#leaveOut(quote)
      return false
    }
    if (part.is === 'task' || part.is === 'approval') this.#human = part
    if (part.is === 'approval') this.#approval = part
    const timing = 'timing' in part ? describeTiming(part.timing) : ''
    const told = [
      describePart(part),
      ...(each === undefined ? [] : [`for each ${each}`]),
      ...(timing ? [timing] : []),
    ].join(', ')
    const shown = left
      .reduce((rest, words) => rest.replace(words, ''), quote)
      .replaceAll(/\s+/g, ' ')
      .replace(/[\s,]+$/, '')
    this.#tell(shown, part, told)
    for (const words of left) this.#leaveOut(words)
    return true
  }

  #areKnown(names: string): boolean {
    const said = namesIn(names)
    return said.length > 0 && said.every((name) => isKnownParty(name, this.#teams))
  }

  /** "The manager approves, then finance": whoever is named next does the same. */
  #again(quote: string, names: string): Understood | undefined {
    const done = this.#human
    if (!done || !NEXT_ONE.test(quote) || !this.#areKnown(names)) return undefined
    const act = done.is === 'approval' ? 'approve' : done.name.charAt(0).toLowerCase() + done.name.slice(1)
    return understand(`${names} must ${act}`, this.#around)
  }

  /** What several do is done by each of them, at the same time unless one comes after the other. */
  #works(quote: string, text: string, into: Part[]): boolean {
    const found = worksOf(text, this.#around)
    if (!found) return false
    const { works, subject, inOrder } = found
    const parts: Part[] = inOrder ? works : [{ is: 'fork', ways: works.map((work) => [work]) }]
    if (!parts.every((part) => this.#push(part, into))) {
      this.#leaveOut(quote)
      return true
    }
    this.#begun = true
    this.#human = works.at(-1)
    this.#subject = subject
    for (const work of works) {
      const timing = describeTiming(work.timing)
      this.#tell(quote, work, [describePart(work), ...(timing ? [timing] : [])].join(', '))
    }
    return true
  }

  /** "Remind them after two days", "This is due within a week". */
  #timing(text: string): boolean {
    const { rest, timing, quotes } = timed(text, this.#teams)
    if (quotes.length === 0 || !this.#human || !NOBODY.test(rest)) return false
    addTiming(this.#human.timing, timing)
    this.#tell(text, this.#human, describeTiming(timing))
    return true
  }

  #rejection(text: string): boolean {
    const found = REJECTED.exec(text) ?? (this.#choice ? null : /^(?:otherwise|if not)\b[,:]?\s*(.+)$/i.exec(text))
    if (!found || !this.#approval) return false
    const approval = this.#approval
    const rest = found[1] ?? ''
    approval.rejected ??= []
    if (rest === '') this.#tell(text, approval, 'what happens when it is rejected')
    else this.#say(rest, approval.rejected)
    this.#approval = approval
    return true
  }

  #approvedThen(text: string, into: Part[]): boolean {
    const found = APPROVED.exec(text)
    const who = found
      ? null
      : /^(?:if|when|once|after) ((?:both |the |their |our )?[\p{L}]+(?: (?!is |are )[\p{L}]+){0,4}) (?:approves?|agrees?|signs? off|has approved|have approved)(?: it| this)?\b[,:]?\s*(?:then )?(.+)$/iu.exec(
          text,
        )
    if (who && isKnownParty((who[1] ?? '').split(/\s+(?:and|or)\s+/)[0] ?? '', this.#teams)) {
      if (!this.#approval) this.#act(`${who[1]} approves`, `${who[1]} approves`, into)
      this.#sayWays(who[2] ?? '', into)
      return true
    }
    if (!found || !this.#begun) return false
    this.#sayWays(found[1] ?? '', into)
    return true
  }

  /** What follows a decision, and what follows if it was the other one. */
  #sayWays(text: string, into: Part[]): void {
    const approval = this.#approval
    const [yes = '', no] = approval ? text.split(OR_ELSE) : [text]
    this.#say(yes, into)
    if (!approval || no === undefined) return
    approval.rejected ??= []
    this.#say(no, approval.rejected)
  }

  #otherwise(text: string): boolean {
    const found = OTHERWISE.exec(text)
    if (!found || !this.#choice) return false
    this.#say(found[1] ?? '', this.#choice.no)
    return true
  }

  #choose(test: Choice['test'], quote: string, yes: string, no: string | undefined, into: Part[]): boolean {
    const choice: Choice = { is: 'choice', test, yes: [], no: [] }
    const [begun, place] = [this.#begun, this.reads.length]
    this.#begun = true
    this.#tell(quote, choice)
    this.#say(yes, choice.yes)
    if (no !== undefined) this.#say(no, choice.no)
    if ((choice.yes.length > 0 || choice.no.length > 0) && this.#push(choice, into)) {
      this.#choice = choice
      return true
    }
    this.#begun = begun
    this.reads.splice(place, 1, { quote, text: NOT_UNDERSTOOD })
    return true
  }

  #condition(text: string, into: Part[]): boolean {
    const [, word = '', rest = ''] = CONDITION.exec(text) ?? []
    const found = rest === '' ? undefined : testOf(rest)
    if (!found || (/^for$/i.test(word) && found.test.kind === 'yes')) return false
    const tail = rest.slice(found.length).replace(/^\s*[,:]?\s*(?:and )?(?:then\b)?[,:]?\s*/i, '')
    const [yes = '', no] = tail.split(OR_ELSE)
    if (yes === '') return false
    return this.#choose(/^unless$/i.test(word) ? negated(found.test) : found.test, found.quote, yes, no, into)
  }

  #conditionAfter(text: string, into: Part[]): boolean {
    const [, act = '', word = '', rest = ''] = WITH_CONDITION.exec(text) ?? []
    const [asked = '', no] = rest.split(OR_ELSE)
    const found = asked === '' ? undefined : testOf(asked)
    if (!found || !/^[\s,]*$/.test(asked.slice(found.length)) || !clauseOf(withoutLead(act), this.#teams)) return false
    return this.#choose(/^unless$/i.test(word) ? negated(found.test) : found.test, found.quote, act, no, into)
  }

  #later(text: string, into: Part[]): boolean {
    const first = AFTER_SPAN.exec(text)
    const last = first ? null : LATER.exec(text)
    const day = first || last ? null : ON_DAY.exec(text)
    if (day)
      return this.#pauseThen(
        { is: 'pause', name: `Wait until the ${day[1]}`, until: (day[1] ?? '').toLowerCase() },
        `the ${day[1]}`,
        day[2] ?? '',
        into,
      )
    const found = first ?? last
    if (!found) return false
    const groups = found.slice(1)
    const spans = last ? [groups.slice(1, 4), groups.slice(4, 7)] : [groups.slice(0, 3), groups.slice(4, 7)]
    const [count, business, unit] = spans.find(([one]) => one !== undefined) ?? []
    const rest = (last ? groups[0] : (groups[3] ?? groups[7])) ?? ''
    if (count === undefined || unit === undefined || !understand(withoutLead(rest), this.#around)) return false
    const words = `${count} ${business ?? ''}${unit}`
    return this.#pauseThen(
      { is: 'pause', name: 'Wait', for: durationOf(count, business, unit) },
      text
        .replace(rest, '')
        .replace(/[,\s]+$/, '')
        .trim() || words,
      rest,
      into,
    )
  }

  #pauseThen(pause: Step & { is: 'pause' }, quote: string, rest: string, into: Part[]): boolean {
    if (this.#push(pause, into)) this.#tell(quote, pause)
    else this.#leaveOut(quote)
    this.#say(rest, into)
    return true
  }

  #beside(text: string, into: Part[]): boolean {
    const [, word = '', rest] = BESIDE.exec(text) ?? []
    const both = rest === undefined ? WHILE.exec(text) : null
    const acts = both
      ? [both[1] ?? '', both[2] ?? '']
      : splitActs(withoutLead(rest ?? BESIDE_AFTER.exec(text)?.[1] ?? ''), this.#teams)
    if (rest === undefined && this.#following(text).length > 1) return false
    const [only = ''] = acts
    const besideOne = acts.length < 2 && rest === undefined
    if (besideOne && understand(withoutLead(only), this.#around)?.part.is !== 'task') return false
    const ways = acts.map((act) => {
      const way: Part[] = []
      this.#act(besideOne ? text : act, act, way)
      // A branch of several can neither lead back nor end the others.
      return way.filter((part) => part.is !== 'back' && part.is !== 'end')
    })
    const said = ways.flatMap((way) =>
      way.length === 1 && way[0]?.is === 'fork' ? way[0].ways : way.length > 0 ? [way] : [],
    )
    const last = into.at(-1)
    const besideLast = /^(meanwhile|in the meantime|while this|parallel to)/i.test(word)
    const [one = []] = said
    if (said.length > 1 && !besideLast) this.#push({ is: 'fork', ways: said }, into)
    else if (one.length > 0 && last && last.is !== 'back' && last.is !== 'end') {
      const before = last.is === 'fork' ? last.ways : [[last]]
      into.splice(-1, 1, { is: 'fork', ways: [...before, said.flat()] })
    } else for (const part of said.flat()) this.#push(part, into)
    return true
  }

  #forEach(text: string, into: Part[]): boolean {
    const before = EACH.exec(text) ?? this.#eachWithoutComma(text)
    const after = before ? null : EACH_AFTER.exec(text)
    const noun = before?.[1] ?? after?.[2]
    const act = before?.[2] ?? after?.[1]
    if (noun === undefined || act === undefined || !clauseOf(withoutLead(act), this.#teams)) return false
    const each = noun
      .replace(/^(?:of the|new|open)\s+/i, '')
      .trim()
      .toLowerCase()
    const [repeated = act, ...following] = followingParts(act)
    const acts = splitActs(repeated, this.#teams)
    for (const one of acts) this.#act(acts.length > 1 || following.length > 0 ? one : text, one, into, each)
    for (const one of following) this.#say(one, into)
    return true
  }

  #eachWithoutComma(text: string): [string, string, string] | undefined {
    const found = /^(?:for (?:each|every)|per)\s+(.+)$/i.exec(text)
    const words = (found?.[1] ?? '').split(/\s+/)
    for (let n = 1; n < Math.min(words.length - 1, 4); n++) {
      const rest = words.slice(n).join(' ')
      const subject = clauseOf(rest, this.#teams)?.subject
      if (subject !== undefined && isKnownParty(subject, this.#teams)) return [text, words.slice(0, n).join(' '), rest]
    }
    return undefined
  }
}
