import type { AuthoredChange } from '@throughline/contracts/workflows'
import { type Change, diff } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { Avatar } from '../../../ui/avatar.tsx'
import type { StepMark } from '../canvas/flow-canvas.tsx'
import { type Drawing, drawingOf, type Names } from '../model/drawing.ts'
import { changeText } from './change-text.ts'
import { gathered } from './gathered.ts'
import { changeTexts } from './history.texts.ts'
import { type Union, unionOf } from './union.ts'

export type Person = { name: string; photo: string | null }

/** A change with whoever made it, as far as that is on record. */
type Told = { change: Change; author: Person | undefined }

export type Compared = Union & {
  before: Drawing
  after: Drawing
  changes: Told[]
  marks: Map<StepId, StepMark>
  counts: Record<Change['kind'], number>
}

type Sources = {
  names: Names
  authored: readonly AuthoredChange[]
  people: (id: string) => Person
}

/** The difference of two documents: in words, and on one drawing. */
export function compare(older: FlowDoc, newer: FlowDoc, { names, authored, people }: Sources): Compared {
  const union = unionOf(older, newer, names)
  const [before, after] = [drawingOf(older, names), drawingOf(newer, names)]
  const authors = new Map(authored.map(({ path, kind, author }) => [`${kind} ${path}`, author]))
  const changes = gathered(diff(older, newer).changes).map((change): Told => {
    const author = authors.get(`${change.kind} ${change.path}`)
    return { change, author: author ? people(author) : undefined }
  })
  const marks = new Map<StepId, StepMark>()
  for (const { change, author } of changes) {
    const { step, kind, what } = change
    if (step === undefined || what === 'edge' || marks.has(step)) continue
    const note = kind === 'added' && what === 'step' ? undefined : noteOf(change, after, before)
    marks.set(step, {
      state: what === 'step' ? kind : 'changed',
      ...(note && what === 'setting' && { note }),
      ...(author && { badge: <Avatar name={author.name} src={author.photo ?? undefined} size={14} /> }),
    })
  }
  return { ...union, before, after, changes, marks, counts: countsOf(changes) }
}

/** What a card says of its change. */
function noteOf(change: Change, after: Drawing, before: Drawing): string | undefined {
  const said = changeText(change, after, before)
  if (said.before === undefined) return said.text ?? said.after
  return said.after === undefined ? changeTexts.was(said.before) : changeTexts.nowWas(said.after, said.before)
}

function countsOf(changes: readonly Told[]): Compared['counts'] {
  const count = (kind: Change['kind']) => changes.filter(({ change }) => change.kind === kind).length
  return { added: count('added'), removed: count('removed'), changed: count('changed') }
}
