import type { Permission } from '@throughline/contracts/permissions'
import type { OtherHit, SearchAnswer, SearchGroup, SearchMatch } from '@throughline/contracts/search'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import type { Visibility } from '../../workflows/workflows.public.ts'
import type { Filters } from '../filters.ts'

export interface Section {
  source: Exclude<SearchMatch['source'], 'title'>
  text: string
  /** Who said it, or which field it answers. */
  label?: string
}

/** What is searched of one thing, and shown of it as the reason why it was found. */
export interface SearchedThing {
  id: string
  title: string
  /** Its number, as people type it. */
  code?: string
  sections: readonly Section[]
  workflowId?: string | null
  /** Whom alone it is found by. */
  ownerId?: string
  changedAt: Date
  /** The text of a file, which is read apart. */
  body?: { number: number }
  /** What has no event of its own and may have come into being with it. */
  also?: readonly { kind: string; id: string }[]
}

/** For whom is searched, and under which filters. */
export interface Look {
  tx: ReadTx
  viewer: Viewer
  visible: Visibility
  filters: Filters
}

type Common = 'name_ranges' | 'match'
/** A hit before it is told what of it matched. */
export type HitRow<G extends SearchGroup = SearchGroup> = Omit<z.input<typeof SearchAnswer>[G][number], Common>

interface AnyKind {
  /** As its events call it. */
  name: string
  /** Before each of its lexemes, so that a search in one kind reads nothing of the others. */
  letter: string
  /** Names of the filter `type:`. */
  types: readonly string[]
  permission: Permission
  /** The table, and its name in the conditions. */
  table: string
  alias: string
  /** The column that says when it last changed. */
  changed: string
  /** People who can't see the workflow see none of these, even those they take part in, so hidden ones are skipped. */
  byWorkflow?: true
  /** What there is to search; ids that are missing are not there, or in the trash. */
  read: (tx: ReadTx, ids: readonly string[]) => Promise<SearchedThing[]>
  /** Which rows the viewer finds under these filters; undefined: none. */
  conditions: (look: Look) => RawBuilder<boolean>[] | undefined
  /** Narrows what is read where only filters are given. */
  scope?: (look: Look) => RawBuilder<boolean>
  /** The viewer's own open ones, which come first. */
  own?: (look: Look) => Promise<string[]>
}

/** One of the four groups, or `more`. */
export type Kind = {
  [G in SearchGroup]: AnyKind & {
    group: G
    hits: (tx: ReadTx, viewer: Viewer, ids: readonly string[]) => Promise<HitRow<G>[]>
  }
}[SearchGroup]

/** What all other kinds show. */
export type OtherRow = Omit<z.input<typeof OtherHit>, Common>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Of one thing's answers; what is longer is a table. */
const MAX_ANSWER = 65_536

/** All texts and numbers within answers, one below the other; ids of people and files say nothing. */
function textIn(value: unknown): string {
  const found: string[] = []
  const visit = (one: unknown): void => {
    if (typeof one === 'string' && !UUID.test(one)) found.push(one)
    else if (typeof one === 'number') found.push(String(one))
    else if (Array.isArray(one)) for (const item of one) visit(item)
    else if (typeof one === 'object' && one !== null) for (const item of Object.values(one)) visit(item)
  }
  visit(value)
  return found
    .filter((text) => text.trim() !== '')
    .join('\n')
    .slice(0, MAX_ANSWER)
}

export const section = (source: Section['source'], text: string | null | undefined, label = ''): Section[] =>
  text && text.trim() !== '' ? [{ source, text, ...(label && { label }) }] : []

/** payment_reference reads Payment reference; keys that only count, such as txt-1, name nothing. */
function fieldName(key: string): string {
  const words = key.replaceAll(/[_\s]+/g, ' ').trim()
  return /^[a-z]{1,5}-?\d+$/i.test(words) ? '' : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** Each answer under the name of its field. */
export function answerSections(answers: unknown): Section[] {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers))
    return section('answer', textIn(answers))
  let room = MAX_ANSWER
  return Object.entries(answers).flatMap(([key, value]) => {
    const text = textIn(value).slice(0, room)
    room -= text.length
    return section('answer', text, fieldName(key))
  })
}

export const among = (ids: readonly string[]) => sql<string>`any (${ids}::uuid[])`
