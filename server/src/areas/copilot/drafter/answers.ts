import type { Field } from '@throughline/contracts/workflow-document'
import { capital, fresh, variableName } from './parse-text.ts'
import type { Choice, Message, Part, Pause, Task } from './parts.ts'
import { ANYTHING, type Topic } from './topics.ts'

const FOR_WORK: Record<string, Field> = {
  pay: { name: 'paid_on', type: 'date', label: 'Paid on', required: true },
  reimburse: { name: 'paid_on', type: 'date', label: 'Paid on', required: true },
  order: { name: 'order_number', type: 'text', label: 'Order number', required: true },
  buy: { name: 'order_number', type: 'text', label: 'Order number', required: true },
  sign: { name: 'signed_copy', type: 'file', label: 'Signed copy', required: true },
  upload: { name: 'upload', type: 'file', label: 'File', required: true },
  attach: { name: 'attachment', type: 'file', label: 'File', required: true },
  scan: { name: 'scan', type: 'file', label: 'Scan', required: true },
  schedule: { name: 'planned_for', type: 'date', label: 'Planned for', required: true },
  book: { name: 'booked_for', type: 'date', label: 'Booked for', required: true },
  check: { name: 'finding', type: 'textarea', label: 'Finding' },
  review: { name: 'finding', type: 'textarea', label: 'Finding' },
  verify: { name: 'finding', type: 'textarea', label: 'Finding' },
}
const NOTE: Field = { name: 'note', type: 'textarea', label: 'Note' }

/** Which answers are asked for where, so that whatever reads one finds it set. */
export class Answers {
  readonly fields = new Map<Task, Field[]>()
  readonly variables = new Map<Choice | Message | Pause, string>()
  /** The list that something is done for each of. */
  readonly lists = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #start: Task | undefined

  constructor(parts: readonly Part[], topic: Topic | undefined) {
    const [first] = parts
    this.#start = first?.is === 'task' ? first : undefined
    if (this.#start) for (const field of this.#start.asks ?? topic?.fields ?? ANYTHING) this.#ask(this.#start, field)
    this.#walk(parts, this.#start)
  }

  #ask(task: Task, field: Field): string {
    const fields = this.fields.get(task) ?? []
    const asked = fields.find(({ name, type }) => name === field.name && type === field.type)
    if (asked) return asked.variable ?? asked.name
    const wanted = field.variable ?? field.name
    const variable = fresh(wanted, this.#taken)
    this.#taken.add(variable)
    const name = fresh(field.name, new Set(fields.map((one) => one.name)))
    this.fields.set(task, [...fields, { ...field, name, ...(variable !== name && { variable }) }])
    return variable
  }

  #ofStart(fits: (field: Field) => boolean): string | undefined {
    const found = this.#start && this.fields.get(this.#start)?.find(fits)
    return found && (found.variable ?? found.name)
  }

  #list(noun: string): void {
    if (!this.#start || this.lists.has(noun)) return
    const name = variableName(noun.endsWith('s') ? noun : `${noun}s`)
    const variable = this.#ask(this.#start, {
      name,
      type: 'table',
      label: capital(name.replaceAll('_', ' ')),
      required: true,
      columns: [
        { name: 'name', type: 'text', label: 'Name', required: true },
        { name: 'email', type: 'email', label: 'E-mail' },
      ],
    })
    this.lists.set(noun, variable)
  }

  #test(choice: Choice, latest: Task): string {
    const { kind, field } = choice.test
    if (kind === 'yes') return this.#ask(latest, field)
    const known = this.#ofStart(({ type, name }) => (kind === 'amount' ? type === 'currency' : name === field.name))
    return known ?? this.#ask(this.#start ?? latest, field)
  }

  #day(words: string): string | undefined {
    const wanted = variableName(words)
    const known = this.#ofStart(({ type, name }) => type === 'date' && (name === wanted || wanted.includes(name)))
    return (
      known ??
      (this.#start && this.#ask(this.#start, { name: wanted, type: 'date', label: capital(words), required: true }))
    )
  }

  #address(message: Message): string | undefined {
    const { to } = message
    // Colleagues are named to the mail itself, which finds their address.
    if (!this.#start || (!('outsider' in to) && ('starter' in to.assignee || 'person' in to.assignee))) return undefined
    const who = 'outsider' in to ? to.outsider : (to.said ?? to.label.replace(/^(?:team|role) /, ''))
    return this.#ask(this.#start, {
      name: variableName(`${who} email`),
      type: 'email',
      label: `Email of ${who}`,
      required: true,
    })
  }

  #walk(parts: readonly Part[], before: Task | undefined): void {
    let latest = before
    for (const part of parts) {
      if ('each' in part && part.each !== undefined) this.#list(part.each)
      if (part.is === 'task') {
        if (part !== this.#start) for (const field of part.asks ?? [FOR_WORK[part.verb] ?? NOTE]) this.#ask(part, field)
        if (part.each === undefined) latest = part
      }
      if (part.is === 'approval') this.#walk(part.rejected ?? [], latest)
      if (part.is === 'fork') for (const way of part.ways) this.#walk(way, latest)
      if (part.is === 'choice') {
        if (latest) this.variables.set(part, this.#test(part, latest))
        this.#walk(part.yes, latest)
        this.#walk(part.no, latest)
      }
      if (part.is === 'pause' && part.until !== undefined) {
        const day = this.#day(part.until)
        if (day !== undefined) this.variables.set(part, day)
      }
      if (part.is === 'message' && part.each === undefined) {
        const address = this.#address(part)
        if (address !== undefined) this.variables.set(part, address)
      }
    }
  }
}
