import type { LinkProps } from '@tanstack/react-router'
import type {
  FileHit,
  InstanceHit,
  OtherHit,
  SearchAnswer,
  SearchMatch,
  TaskHit,
  WorkflowHit,
} from '@throughline/contracts/search'
import { parseSearchQuery } from '@throughline/contracts/search-query'
import { rangesIn, runsOf } from '@throughline/contracts/search-words'
import { FileText, Layers, Workflow } from 'lucide-react'
import { iconOfKind } from '../../areas/search/parts/kind-icons.ts'
import { taskTypeIcons } from '../../areas/tasks/parts/task-type.tsx'
import type { IndexedFile } from '../file-index.ts'
import { texts } from './palette.texts.ts'
import type { PaletteItem } from './palette-items.ts'

const MOST = 8
const MOST_OF_A_KIND = 4

export type Href = (link: Pick<LinkProps, 'to' | 'params' | 'search'>) => string

/** Where nothing of the name matched, the piece of text that did says why it is here. */
const noteOf = (note: string, { match }: { match: SearchMatch }): Pick<PaletteItem, 'note' | 'noteRanges'> =>
  match.source === 'title' || match.text === '' ? { note } : { note: match.text, noteRanges: match.ranges }

const taskItem = (hit: TaskHit, words: string, href: Href): PaletteItem => ({
  id: `task-${hit.id}`,
  label: hit.name,
  ranges: hit.name_ranges,
  icon: taskTypeIcons[hit.task_type],
  ...noteOf(`${hit.key} · ${hit.instance_name}`, hit),
  also: hit.key,
  own: true,
  href: href({ to: '/search', search: { q: words, taskId: hit.id } }),
})

const instanceItem = (hit: InstanceHit, href: Href): PaletteItem => ({
  id: `instance-${hit.id}`,
  label: hit.name,
  ranges: hit.name_ranges,
  icon: Layers,
  ...noteOf(`${hit.key} · ${hit.workflow.name}`, hit),
  also: hit.key,
  own: true,
  href: href({ to: '/instances/$instanceId', params: { instanceId: hit.id } }),
})

const workflowItem = (hit: WorkflowHit, href: Href): PaletteItem => ({
  id: `workflow-${hit.id}`,
  label: hit.name,
  ranges: hit.name_ranges,
  icon: Workflow,
  ...noteOf(texts.workflow(hit.prefix), hit),
  own: true,
  href: href({ to: '/workflow-builder/$workflowId', params: { workflowId: hit.id } }),
})

const fileItem = (hit: FileHit, words: string, href: Href): PaletteItem => ({
  id: `file-${hit.id}`,
  label: hit.name,
  ranges: hit.name_ranges,
  icon: FileText,
  fileType: hit.type,
  ...noteOf([texts.file, hit.client ?? hit.entity].filter(Boolean).join(' · '), hit),
  own: true,
  href: href({ to: '/search', search: { q: words, tab: 'files', file: hit.id } }),
})

const otherItem = (hit: OtherHit): PaletteItem => ({
  id: `${hit.kind}-${hit.id}`,
  label: hit.name,
  ranges: hit.name_ranges,
  icon: iconOfKind(hit.kind),
  note: [hit.label, hit.context].filter(Boolean).join(' · '),
  own: true,
  href: hit.path,
})

const wordsOf = (text: string) => [...runsOf(text)].flatMap(({ words }) => words.map(({ forms }) => forms[0] ?? ''))

/** Whether all of the words are beginnings of words of its name, in any order: more than being like it. */
export function isLiteralFor(words: readonly string[]) {
  return ({ label, also = '' }: PaletteItem) => {
    const known = wordsOf(`${label} ${also}`)
    return words.every((word) => known.some((one) => one.startsWith(word)))
  }
}

export const typedWords = (typed: string): string[] => wordsOf(typed)

/** Without filters, and without what must not be found. */
export const searchedWords = (typed: string): string[] =>
  parseSearchQuery(typed)
    .terms.filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ words }) => words.map(([form = '']) => form))

/**
 * What has the words as they were typed, then names that are like them, then texts, each kind in the server's order; files
 * that this browser knows stand in until it answers.
 */
export function bestMatches(
  answer: SearchAnswer | undefined,
  files: readonly IndexedFile[],
  typed: string,
  href: Href,
): PaletteItem[] {
  const words = typed.trim()
  const { terms } = parseSearchQuery(words)
  const known = new Set(answer?.files.map(({ id }) => id))
  const local = files
    .filter(({ id }) => !known.has(id))
    .map((file) => ({
      id: `file-${file.id}`,
      label: file.name,
      ranges: rangesIn(file.name, terms),
      icon: FileText,
      fileType: file.type,
      note: texts.fileHere,
      own: true as const,
      href: href({ to: '/files', search: { file: file.id } }),
    }))
  if (!answer || words === '') return local.slice(0, MOST)
  const found = [
    ...answer.tasks.slice(0, MOST_OF_A_KIND).map((hit) => taskItem(hit, words, href)),
    ...answer.instances.slice(0, MOST_OF_A_KIND).map((hit) => instanceItem(hit, href)),
    ...answer.workflows.slice(0, MOST_OF_A_KIND).map((hit) => workflowItem(hit, href)),
    ...answer.files.slice(0, MOST_OF_A_KIND).map((hit) => fileItem(hit, words, href)),
    ...local,
    ...answer.more.slice(0, MOST_OF_A_KIND).map(otherItem),
  ]
  const isLiteral = isLiteralFor(searchedWords(words))
  const rank = (item: PaletteItem) => (isLiteral(item) ? 0 : (item.ranges ?? []).length > 0 ? 1 : 2)
  const marked = (item: PaletteItem): PaletteItem =>
    item.note && !item.noteRanges ? { ...item, noteRanges: rangesIn(item.note, terms) } : item
  return found
    .map((item) => ({ item, rank: rank(item) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ item }) => marked(item))
}
