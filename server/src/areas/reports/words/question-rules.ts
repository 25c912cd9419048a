/** What a question can be about: the workspace's own names, as far as the person may see them. */
export interface KnownNames {
  workflows: readonly { id: string; name: string; prefix: string }[]
  forms: readonly { id: string; title: string }[]
  teams: readonly string[]
  steps: readonly NamedStep[]
}

/** As its workflow calls it. */
export interface NamedStep {
  workflow_id: string
  step: string
  name: string
}

export interface Source {
  workflow?: { id: string; name: string } | undefined
  form?: { id: string; title: string } | undefined
}

interface Reading {
  quote: string
  text: string
  is_guess: boolean
}

interface WrittenQuery {
  query: string
  readings: Reading[]
}

interface Subject {
  view: string
  words: RegExp
  /** When one of them began, and ended. */
  began: string
  ended?: string
  hours?: string
  /** Of rows that are listed with their hours: without the people. */
  listed?: string
}

const SUBJECTS: readonly Subject[] = [
  {
    view: 'tasks',
    words: /\btasks?\b|\bto-?dos?\b/i,
    began: 'created_on',
    ended: 'completed_on',
    hours: 'hours',
    listed: 'name, workflow, step, team, status, created_on, completed_on',
  },
  {
    view: 'approvals',
    words: /\b(approvals?|decisions?|rejections?)\b/i,
    began: 'decided_on',
    hours: 'hours',
    listed: 'step, verdict, instance_id, decided_on',
  },
  { view: 'documents', words: /\b(documents?|files?|uploads?)\b/i, began: 'created_on' },
  { view: 'form_submissions', words: /\b(responses?|submissions?|answers to)\b/i, began: 'received_on' },
  { view: 'members', words: /\b(members?|people|colleagues)\b/i, began: 'joined_on' },
  {
    view: 'instances',
    words: /\b(instances?|cases?|requests?|runs?|invoices?|orders?|processes)\b/i,
    began: 'created_on',
    ended: 'completed_on',
    hours: 'hours',
    listed: 'key, name, workflow, client, status, created_on, completed_on',
  },
]

/** By view: what can be grouped by, in the words of a question. */
const DIMENSIONS: readonly { words: RegExp; column: string; views: readonly string[] }[] = [
  { words: /workflows?/i, column: 'workflow', views: ['instances', 'tasks', 'documents'] },
  { words: /status(es)?/i, column: 'status', views: ['instances', 'tasks', 'documents', 'members'] },
  { words: /priorit(y|ies)/i, column: 'priority', views: ['instances', 'tasks'] },
  { words: /(clients?|customers?)/i, column: 'client', views: ['instances'] },
  { words: /(teams?)/i, column: 'team', views: ['tasks', 'members'] },
  { words: /(steps?)/i, column: 'step', views: ['tasks', 'approvals'] },
  { words: /(outcomes?|results?)/i, column: 'outcome', views: ['instances', 'tasks'] },
  { words: /(assignees?|persons?|people|members?|colleagues?)/i, column: 'assigned_to', views: ['tasks'] },
  { words: /(persons?|people|members?|approvers?)/i, column: 'member', views: ['approvals'] },
  { words: /(persons?|people|members?|requesters?|starters?)/i, column: 'started_by', views: ['instances'] },
  { words: /(verdicts?|decisions?)/i, column: 'verdict', views: ['approvals'] },
  { words: /forms?/i, column: 'form', views: ['form_submissions'] },
  { words: /devices?/i, column: 'device', views: ['form_submissions'] },
  { words: /(departments?)/i, column: 'department', views: ['members'] },
  { words: /roles?/i, column: 'role', views: ['members'] },
  { words: /categor(y|ies)/i, column: 'category', views: ['documents'] },
]

/** People's work may be counted; how long one person takes is told nowhere. */
const PERSON_COLUMNS = new Set(['assigned_to', 'member', 'started_by'])

const CONDITIONS: readonly { words: RegExp; sql: string; views: readonly string[]; text: string }[] = [
  { words: /\b(late|overdue)\b/i, sql: 'late', views: ['instances', 'tasks'], text: 'after the due date' },
  {
    words: /\b(completed|done|finished|closed)\b/i,
    sql: `status = 'completed'`,
    views: ['instances', 'tasks'],
    text: 'status is completed',
  },
  { words: /\b(failed)\b/i, sql: `status = 'failed'`, views: ['instances', 'tasks'], text: 'status is failed' },
  {
    words: /\b(cancell?ed)\b/i,
    sql: `status = 'cancelled'`,
    views: ['instances', 'tasks'],
    text: 'status is cancelled',
  },
  {
    words: /\b(open|running|unfinished)\b/i,
    sql: `status in ('pending', 'in_progress')`,
    views: ['instances'],
    text: 'status is pending or in progress',
  },
  {
    words: /\b(open|unfinished)\b/i,
    sql: `status in ('pending', 'in_progress', 'review')`,
    views: ['tasks'],
    text: 'status is pending, in progress, or review',
  },
  { words: /\b(urgent)\b/i, sql: `priority = 'urgent'`, views: ['instances', 'tasks'], text: 'priority is urgent' },
  { words: /\b(approved)\b/i, sql: `verdict = 'approve'`, views: ['approvals'], text: 'the verdict is approve' },
  {
    words: /\b(rejected|rejections?)\b/i,
    sql: `verdict = 'reject'`,
    views: ['approvals'],
    text: 'the verdict is reject',
  },
]

const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`

/** A period that the question names, as a condition on a day. */
function periodOf(question: string, column: string): { sql: string; reading: Reading } | undefined {
  const days = /\b(?:last|past) (\d{1,4}) days?\b/i.exec(question)
  if (days?.[1])
    return {
      sql: `${column} > current_date - ${Number(days[1])}`,
      reading: { quote: days[0], text: `${column} in the last ${days[1]} days`, is_guess: false },
    }
  const today = /\b(today|yesterday)\b/i.exec(question)
  if (today) {
    const back = today[0].toLowerCase() === 'today' ? '' : ' - 1'
    return {
      sql: `${column} = current_date${back}`,
      reading: { quote: today[0], text: `${column} is that day`, is_guess: false },
    }
  }
  const named = /\b(this|last) (week|month|quarter|year)\b/i.exec(question)
  if (!named?.[2]) return undefined
  const unit = named[2].toLowerCase()
  const start = `date_trunc('${unit}', current_date::timestamp)`
  const step = unit === 'quarter' ? `interval '3 months'` : `interval '1 ${unit}'`
  const sql =
    named[1]?.toLowerCase() === 'this'
      ? `${column} >= ${start}`
      : `${column} >= ${start} - ${step} and ${column} < ${start}`
  return { sql, reading: { quote: named[0], text: `by the day in ${column}`, is_guess: true } }
}

/** What stands behind "by", "per" or "for each". */
function groupOf(
  question: string,
  { view, began }: Subject,
): { sql: string; name: string; reading: Reading } | undefined {
  const by = /\b(?:by|per|for each|for every|grouped by)\s+(?:the\s+)?([a-z -]+)/i.exec(question)
  if (!by?.[1]) return undefined
  const words = by[1]
  const unit = UNITS.find((one) => new RegExp(`^${one}`, 'i').test(words))
  if (unit) {
    const sql = `date_trunc('${unit}', ${began}::timestamp)::date`
    return { sql, name: unit, reading: { quote: by[0].trim(), text: `the ${unit} of ${began}`, is_guess: true } }
  }
  const found = DIMENSIONS.find(
    (one) => one.views.includes(view) && new RegExp(`^${one.words.source}`, 'i').test(words),
  )
  return (
    found && {
      sql: found.column,
      name: found.column,
      reading: { quote: by[0].trim(), text: `the column ${found.column}`, is_guess: false },
    }
  )
}

interface Measure {
  sql: string
  name: string
  reading: Reading
  /** Of hours. */
  isDuration?: true
  /** Rows themselves, the longest first. */
  rows?: true
}

function measureOf(question: string, { hours }: Subject): Measure | undefined {
  const found = (pattern: RegExp) => pattern.exec(question)?.[0]
  const longest = found(/\b(longest|slowest)\b/i)
  if (longest && hours)
    return {
      sql: hours,
      name: 'hours',
      isDuration: true,
      rows: true,
      reading: { quote: longest, text: 'the most hours from beginning to end', is_guess: true },
    }
  const average = found(/\b(average|mean|how long)\b/i)
  if (average && hours)
    return {
      sql: `round(avg(${hours}), 2)`,
      name: 'average_hours',
      isDuration: true,
      reading: { quote: average, text: 'hours from beginning to end', is_guess: true },
    }
  const total = found(/\b(total|sum of|sum)\s+(?:hours|time)\b/i)
  if (total && hours)
    return {
      sql: `sum(${hours})`,
      name: 'total_hours',
      isDuration: true,
      reading: { quote: total, text: 'all hours together', is_guess: false },
    }
  const share = found(/\b(share|percentage|percent|proportion)\b/i)
  if (share)
    return {
      sql: 'share',
      name: 'percent',
      reading: { quote: share, text: 'of all that are counted', is_guess: false },
    }
  const count = found(/\b(how many|number of|count( of)?)\b/i)
  return {
    sql: 'count(*)',
    name: 'count',
    reading: { quote: count ?? '', text: 'how many there are', is_guess: count === undefined },
  }
}

const LETTER = /[\p{L}\p{N}_]/u
/** Names that are as short are words of most questions, unless they are written as the name is: "IT". */
const SHORT_NAME = 2

/** Whether a name stands in the question as words of its own: "IT" is not in "waiting". */
function isNamed(question: string, name: string, isExact = name.length <= SHORT_NAME): boolean {
  const fold = (text: string) => (isExact ? text : text.toLowerCase())
  const [words, wanted] = [fold(question), fold(name.trim())]
  if (wanted.length < 2) return false
  for (let at = words.indexOf(wanted); at !== -1; at = words.indexOf(wanted, at + 1)) {
    const before = words.slice(0, at).at(-1) ?? ''
    const after = words.slice(at + wanted.length).at(0) ?? ''
    if (!LETTER.test(before) && !LETTER.test(after)) return true
  }
  return false
}

function longestOf<T>(all: readonly T[], nameOf: (one: T) => string): T | undefined {
  return all.toSorted((a, b) => nameOf(b).length - nameOf(a).length)[0]
}

/** Many steps are called as people speak of work anyway, "Review": one word is a step's where it is written as the step is. */
function stepsNamed(question: string, steps: readonly NamedStep[], workflowId: string | undefined): NamedStep[] {
  const found = steps.filter(
    ({ workflow_id, name }) =>
      (workflowId ?? workflow_id) === workflow_id &&
      isNamed(question, name, name.length <= SHORT_NAME || !/\s/.test(name.trim())),
  )
  const longest = longestOf(found, ({ name }) => name)
  return found.filter(({ name }) => name === longest?.name)
}

function namedIn(question: string, names: KnownNames, { workflow, form }: Source) {
  const longest = <T>(all: readonly T[], nameOf: (one: T) => string) =>
    longestOf(
      all.filter((one) => isNamed(question, nameOf(one))),
      nameOf,
    )
  const foundWorkflow = workflow ?? longest(names.workflows, ({ name }) => name)
  return {
    workflow: foundWorkflow,
    form: form ?? longest(names.forms, ({ title }) => title),
    team: longest(names.teams, (name) => name),
    steps: stepsNamed(question, names.steps, foundWorkflow?.id),
  }
}

/** What the names in the question leave of the rows. */
function namedConditions(question: string, { view }: Subject, names: KnownNames, source: Source) {
  const { workflow, form, team, steps } = namedIn(question, names, source)
  const found: { sql: string; reading: Reading }[] = []
  const add = (sql: string, quote: string, text: string, is_guess = false) =>
    found.push({ sql, reading: { quote, text, is_guess } })
  if (workflow && ['instances', 'tasks', 'approvals', 'documents'].includes(view))
    add(`workflow_id = ${literal(workflow.id)}`, workflow.name, 'the workflow with this name')
  if (form && view === 'form_submissions') add(`form_id = ${literal(form.id)}`, form.title, 'the form with this title')
  if (team !== undefined && ['tasks', 'members'].includes(view))
    add(`team = ${literal(team)}`, team, 'the team with this name')
  const [step] = steps
  if (step && ['tasks', 'approvals'].includes(view)) {
    const pairs = steps.map((one) => `(${literal(one.workflow_id)}, ${literal(one.step)})`)
    add(`(workflow_id, step) in (${pairs.join(', ')})`, step.name, 'the step with this name', true)
  }
  return found
}

function subjectOf(question: string, source: Source): { subject: Subject; quote: string } | undefined {
  for (const subject of SUBJECTS) {
    const quote = subject.words.exec(question)?.[0]
    if (quote !== undefined) return { subject, quote }
  }
  const fallback = source.form ? 'form_submissions' : 'instances'
  const subject = SUBJECTS.find(({ view }) => view === fallback)
  return subject && (source.form || source.workflow) ? { subject, quote: '' } : undefined
}

interface Plan {
  subject: Subject
  measure: Measure
  group: ReturnType<typeof groupOf>
  where: string[]
  /** What a share is of. */
  condition: string | undefined
}

function print({ subject, measure, group, where, condition }: Plan): string {
  const kept = measure.sql === 'share' ? where.filter((one) => one !== condition) : where
  const filter = kept.length > 0 ? `\nwhere ${kept.join('\n  and ')}` : ''
  if (measure.rows)
    return `select ${subject.listed}, ${measure.sql}\nfrom ${subject.view}${filter}${filter === '' ? '\nwhere' : '\n  and'} ${measure.sql} is not null\norder by ${measure.sql} desc\nlimit 20`
  const part = condition === undefined ? 'count(*)' : `count(*) filter (where ${condition})`
  const whole = condition === undefined ? 'sum(count(*)) over ()' : 'nullif(count(*), 0)'
  const value = measure.sql === 'share' ? `round(100.0 * ${part} / ${whole}, 1)` : measure.sql
  if (!group) return `select ${value} as ${measure.name}\nfrom ${subject.view}${filter}`
  const order = UNITS.some((unit) => unit === group.name) ? '1' : '2 desc, 1'
  return `select ${group.sql} as ${group.name}, ${value} as ${measure.name}\nfrom ${subject.view}${filter}\ngroup by 1\norder by ${order}`
}

/** `isOther`: by the other one of the days on which work began and ended. */
function writtenBy(
  question: string,
  source: Source,
  names: KnownNames,
  isOther: boolean,
): WrittenQuery | 'hours_by_person' | undefined {
  const about = subjectOf(question, source)
  if (!about) return undefined
  const { subject } = about
  const measure = measureOf(question, subject)
  if (!measure) return undefined
  const found = namedConditions(question, subject, names, source)
  const condition = CONDITIONS.find(({ words, views }) => views.includes(subject.view) && words.test(question))
  if (condition) {
    const quote = condition.words.exec(question)?.[0] ?? ''
    found.push({ sql: condition.sql, reading: { quote, text: condition.text, is_guess: false } })
  }
  const isEnded = (condition?.sql === `status = 'completed'`) !== isOther
  const day = (isEnded ? subject.ended : undefined) ?? subject.began
  const period = periodOf(question, day)
  if (period) found.push(period)
  const group = groupOf(question, { ...subject, began: day })
  if (measure.isDuration && group && PERSON_COLUMNS.has(group.name)) return 'hours_by_person'
  const readings = [
    { quote: about.quote, text: `rows of ${subject.view}`, is_guess: false },
    measure.reading,
    ...found.map(({ reading }) => reading),
    ...(group ? [group.reading] : []),
  ]
  const where = found.map(({ sql }) => sql)
  return {
    query: print({ subject, measure, group, where, condition: condition?.sql }),
    readings: readings.filter(({ quote }) => quote !== ''),
  }
}

/** By rules alone: nothing where they do not understand what is asked for, and no hours of single people. */
export function queryByRules(
  question: string,
  source: Source,
  names: KnownNames,
): (WrittenQuery & { other: WrittenQuery | null }) | 'hours_by_person' | undefined {
  const first = writtenBy(question, source, names, false)
  if (typeof first !== 'object') return first
  const other = writtenBy(question, source, names, true)
  return { ...first, other: typeof other === 'object' && other.query !== first.query ? other : null }
}
