/** Turns simple sentences about a workflow into typed edits, as a small language model would. */

interface Step {
  id: string
  name: string
  type: string
  next?: string[]
  fields?: { name: string; type: string; label: string }[]
}
interface Draft {
  start_step: string
  steps: Record<string, Step>
}
interface Named {
  id: string
  name: string
}
interface Change {
  quote: string
  is_guess?: boolean
  edits: Record<string, unknown>[]
}
interface Answer {
  changes: Change[]
  not_done: { quote: string; reason: string }[]
}

/** What has been read so far: later sentences speak of what earlier ones added. */
interface Reading extends Answer {
  draft: Draft
  teams: Named[]
  last: string | undefined
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

const stem = (word: string) => word.toLowerCase().replace(/(?:ments?|ing|ers?|es|ed|s|e)$/, '')

const QUOTED = /[“"']([^”"']+)[”"']/

/** The step that somebody means: by its name in quotes, by its number, or by a word that its name has too. */
function stepNamed({ draft }: Reading, words: string): Step | undefined {
  const steps = Object.values(draft.steps)
  const name = (QUOTED.exec(words)?.[1] ?? words).trim().toLowerCase()
  const [, number] = /^(?:the )?step (\d+)$/.exec(name) ?? []
  if (number !== undefined) return steps[Number(number) - 1]
  const exact = steps.find((step) => step.name.toLowerCase() === name || step.id === name)
  if (exact) return exact
  const stems = name
    .split(/\W+/)
    .filter((word) => word.length > 2)
    .map(stem)
  return steps.find((step) => step.name.split(/\W+/).some((word) => word.length > 2 && stems.includes(stem(word))))
}

const spanOf = (count: string, unit: string) => {
  const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
  const n = /^\d+$/.test(count) ? count : String(Math.max(1, numbers.indexOf(count.toLowerCase())))
  return `${n}${/business|working/i.test(unit) ? 'bd' : unit.trim().charAt(0).toLowerCase()}`
}

const SPAN = '(\\d+|one|two|three|four|five|six|seven|ten) ((?:business |working )?(?:day|hour|week|minute)s?)'

const before = ({ draft }: Reading, step: Step) =>
  Object.values(draft.steps).find((one) => one.next?.includes(step.id))?.id ?? null

type Rule = [pattern: RegExp, read: (found: RegExpExecArray, reading: Reading) => boolean]

const renamed: Rule = [
  /^rename (.+?) to (.+)$/i,
  ([quote, which = '', to = ''], reading) => {
    const step = stepNamed(reading, which)
    if (!step) return false
    const name = (QUOTED.exec(to)?.[1] ?? to).trim()
    reading.changes.push({ quote, edits: [{ op: 'change_step', step: step.id, set: { name } }] })
    return true
  },
]

const removed: Rule = [
  /^(?:remove|delete|drop) (?:the )?(?:step )?(.+)$/i,
  ([quote, which = ''], reading) => {
    const step = stepNamed(reading, which)
    if (!step) return false
    reading.changes.push({ quote, edits: [{ op: 'remove_step', step: step.id }] })
    return true
  },
]

const approval = (id: string, name: string, team: Named) => ({
  id,
  type: 'approval',
  name,
  next: [],
  approvers: [{ team: team.id }],
  rule: 'first',
  order: 'at_once',
})

/** A number that people are asked for, which "over 20,000" can be about. */
const amountIn = ({ draft }: Reading) =>
  Object.values(draft.steps)
    .flatMap(({ fields = [] }) => fields)
    .find(({ type }) => type === 'currency' || type === 'number')?.name

const approved: Rule = [
  /^(?:ask|have|let) ([\w &]+?) (?:(?:to )?approve |check |decide )?(?:it )?before (.+?)(?: (?:anything |it is |everything )?over ([\d,.]+))?$/i,
  ([quote, who = '', what = '', over], reading) => {
    const team = reading.teams.find(({ name }) => name.toLowerCase() === who.trim().toLowerCase())
    const step = stepNamed(reading, what)
    const amount = amountIn(reading)
    if (!team || !step || (over !== undefined && amount === undefined)) return false
    const id = `${slug(team.name)}_approves`
    const after = before(reading, step)
    const made = approval(id, `${team.name} approves`, team)
    if (over === undefined) reading.changes.push({ quote, edits: [{ op: 'add_steps', after, steps: [made] }] })
    else {
      const limit = over.replaceAll(/[,.](?=\d{3})/g, '')
      const question = { id: `over_${limit}`, type: 'condition', name: `Over ${over}?`, next: [], else: [] }
      const branches = [{ name: `Over ${over}`, when: `vars.${amount} > ${limit}.0`, next: [] }]
      const said = `over ${over}`
      reading.changes.push(
        { quote: said, edits: [{ op: 'add_steps', after, steps: [{ ...question, branches }] }] },
        {
          quote: quote.slice(0, quote.length - said.length).trim(),
          edits: [{ op: 'add_steps', after: question.id, outcome: 'b0', steps: [made] }],
        },
      )
    }
    reading.last = id
    reading.changes.push({
      quote: '',
      is_guess: true,
      edits: [{ op: 'change_step', step: id, set: { due: { in: '3bd' } } }],
    })
    return true
  },
]

const reminded: Rule = [
  new RegExp(`^(?:and )?remind (.+?) after ${SPAN}$`, 'i'),
  ([quote, who = '', count = '', unit = ''], reading) => {
    const step = /^(?:them|him|her|everyone)$/i.test(who) ? reading.last : stepNamed(reading, who)?.id
    if (step === undefined) return false
    const escalation = [{ from: 'open', after: spanOf(count, unit), act: 'remind' }]
    reading.changes.push({ quote, edits: [{ op: 'change_step', step, set: { escalation } }] })
    return true
  },
]

const due: Rule = [
  new RegExp(`^(?:give )?(.+?)(?: is due (?:in|within)| has to be done within|) ${SPAN}$`, 'i'),
  ([quote, which = '', count = '', unit = ''], reading) => {
    const step = stepNamed(reading, which)
    if (!step || !/^give |is due|done within/i.test(quote)) return false
    reading.changes.push({
      quote,
      edits: [{ op: 'change_step', step: step.id, set: { due: { in: spanOf(count, unit) } } }],
    })
    return true
  },
]

const asked: Rule = [
  /^(?:also )?ask for (?:the |an? )?([\w ]+?)(?: in (.+))?$/i,
  ([quote, label = '', where], reading) => {
    const step = where ? stepNamed(reading, where) : reading.draft.steps[reading.draft.start_step]
    if (step?.type !== 'manual') return false
    const type = /amount|price|cost|total/i.test(label) ? 'currency' : /date|day/i.test(label) ? 'date' : 'text'
    const field = { name: slug(label), type, label: label.charAt(0).toUpperCase() + label.slice(1), required: true }
    reading.changes.push({ quote, edits: [{ op: 'set_field', step: step.id, field }] })
    return true
  },
]

const RULES = [renamed, removed, approved, reminded, due, asked]

const sentencesOf = (text: string) =>
  text
    .split(/(?<=[.!?;])\s+|,? and (?=(?:remind|rename|remove|delete|ask for|give)\b)|\n+/i)
    .map((one) => one.replace(/[\s.!?;,]+$/, '').trim())
    .filter((one) => one !== '')

function read(sentence: string, reading: Reading): boolean {
  return RULES.some(([pattern, rule]) => {
    const found = pattern.exec(sentence)
    return found !== null && rule(found, reading)
  })
}

const isDraft = (value: unknown): value is Draft => typeof value === 'object' && value !== null && 'steps' in value
const isNames = (value: unknown): value is Named[] => Array.isArray(value)

export function changesFor({ instruction, draft, teams }: Record<string, unknown>): Answer {
  const reading: Reading = {
    changes: [],
    not_done: [],
    draft: isDraft(draft) ? draft : { start_step: '', steps: {} },
    teams: isNames(teams) ? teams : [],
    last: undefined,
  }
  for (const sentence of sentencesOf(typeof instruction === 'string' ? instruction : ''))
    if (!read(sentence, reading))
      reading.not_done.push({
        quote: sentence,
        reason: 'It isn’t clear which step this is about, or what should change.',
      })
  return { changes: reading.changes, not_done: reading.not_done }
}
