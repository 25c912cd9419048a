import { useQuery } from '@tanstack/react-query'
import { MAX_READ_NAMES, type RecentValues } from '@throughline/contracts/recent-values'
import { type ReadTemplates, readExpression, readTemplates, sampleVariables } from '@throughline/flow/compile'
import type { FlowDoc, ToolStep } from '@throughline/flow/document'
import { fill, type Json, listOf, plainCalendar, type Scope, type Template, type Tree } from '@throughline/flow/eval'
import { useMemo, useState } from 'react'
import { serverMessageOf } from '../../../../shared/server-message.ts'
import { recentValuesQuery } from '../../builder.api.ts'
import { useEditable, useEditing } from '../step-context.ts'
import { texts as kindsTexts } from './kinds.texts.ts'

const texts = kindsTexts.tool
const SAMPLE = 'sample'
const LONGEST_SHOWN = 300

/** What a value becomes in one instance. `lacks`: something in it is empty or not set, whatever stands around that. */
type Filled =
  | { kind: 'value'; value: Json; lacks: boolean }
  | { kind: 'failed'; text: string; lacks: boolean }
  | { kind: 'too_long' }
  | { kind: 'no_items' }

/** What stands under a value. */
export type ValuePreview =
  | { state: 'loading' }
  | { state: 'shown'; text: string; isValue: boolean; missed: string | undefined }

export interface InputPreview {
  /** Absent where nothing is filled in. */
  source: { chosen: string; items: { value: string; label: string }[]; choose: (id: string) => void } | undefined
  failed: { text: string; retry: () => void; retrying: boolean } | undefined
  /** Undefined where the value is sent as it is written, or can't be read yet. */
  of: (name: string) => ValuePreview | undefined
}

interface Place {
  scope: Scope
  tooLong: readonly string[]
}

interface Reading {
  values: Map<string, { value: Json; read: ReadTemplates }>
  /** What a step for each item goes through. */
  list: { tree: Tree; reads: readonly string[] } | undefined
  names: string[]
}

function readingOf(doc: FlowDoc, step: ToolStep): Reading {
  const values = new Map<string, { value: Json; read: ReadTemplates }>()
  for (const [name, value] of Object.entries(step.input?.parameters ?? {})) {
    const read = readTemplates(doc, step, value)
    if (read && Object.keys(read.templates).length > 0) values.set(name, { value, read })
  }
  const checked = step.each ? readExpression(doc, step.each.list, 'list') : undefined
  const list =
    checked && 'tree' in checked ? { tree: checked.tree, reads: checked.reads.map(({ name }) => name) } : undefined
  const all = new Set([...(list?.reads ?? []), ...[...values.values()].flatMap(({ read }) => read.reads)])
  const names = [...all].slice(0, MAX_READ_NAMES).toSorted()
  // What reads a variable that isn't asked for has no preview.
  const isAskedFor = (reads: readonly string[]) => reads.every((name) => names.includes(name))
  for (const [name, { read }] of values) if (!isAskedFor([...read.reads, ...(list?.reads ?? [])])) values.delete(name)
  return { values, list, names }
}

const isEmpty = (value: Json) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Of a template: whether this expression gives nothing. */
function isEmptyPart(part: Template[number], scope: Scope): boolean {
  if (typeof part === 'string' || part[0] === 'secret') return false
  const alone = fill('', { '': [part] }, scope)
  return alone.ok && isEmpty(alone.value)
}

/** An item of a list is the first one, as far as there is one. */
function fillAt({ scope, tooLong }: Place, value: Json, read: ReadTemplates, list: Reading['list']): Filled {
  const reads = [...read.reads, ...(list?.reads ?? [])]
  if (reads.some((name) => tooLong.includes(name))) return { kind: 'too_long' }
  const failed = (text: string): Filled => ({
    kind: 'failed',
    text,
    lacks: reads.some((name) => !Object.hasOwn(scope.vars, name) || scope.vars[name] === null),
  })
  const items = list && listOf(list.tree, scope)
  if (items?.ok === false) return failed(items.text)
  const item = items?.value[0]
  if (items && item === undefined) return { kind: 'no_items' }
  const within = item === undefined ? scope : { ...scope, item, index: 0 }
  const filled = fill(value, read.templates, within)
  if (!filled.ok) return failed(filled.text)
  const lacks = Object.values(read.templates).some((template) => template.some((part) => isEmptyPart(part, within)))
  return { kind: 'value', value: filled.value, lacks }
}

/** People and files stand there by id; they are shown by name. */
function named(value: Json, called: Record<string, string>): Json {
  if (typeof value === 'string') return (Object.hasOwn(called, value) ? called[value] : undefined) ?? value
  if (Array.isArray(value)) return value.map((one) => named(one, called))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one, called)]))
}

function textOf(value: Json, called: Record<string, string>): string {
  const shown = named(value, called)
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

function shownOf(filled: Filled, called: Record<string, string>): { text: string; isValue: boolean } {
  if (filled.kind === 'failed') return { text: filled.text, isValue: false }
  if (filled.kind === 'too_long') return { text: texts.tooLong, isValue: false }
  if (filled.kind === 'no_items') return { text: texts.noItems, isValue: false }
  if (isEmpty(filled.value)) return { text: texts.empty, isValue: false }
  return { text: textOf(filled.value, called), isValue: true }
}

/** Of the instances that came this far: in how many there would be nothing, or it can't be said what. */
function missedIn(places: readonly Place[], value: Json, read: ReadTemplates, list: Reading['list']) {
  const filled = places.map((place) => fillAt(place, value, read, list))
  const told = filled.filter((one) => one.kind === 'value' || one.kind === 'failed')
  const empty = told.filter(({ lacks }) => lacks)
  const stops = empty.some(({ kind }) => kind === 'failed')
  const failed = told.filter(({ kind, lacks }) => kind === 'failed' && !lacks).length
  const lines = [
    ...(empty.length > 0 ? [texts.missed(empty.length, told.length, stops)] : []),
    ...(failed > 0 ? [texts.notComputed(failed, told.length)] : []),
  ]
  return lines.length > 0 ? lines.join(' ') : undefined
}

const labelOf = ({ key, name }: RecentValues) => `${key} ${name}`

/** What the values of a tool step become in a recent instance, or with samples where there is none. */
export function useInputPreview(step: ToolStep): InputPreview {
  const { doc, workflowId } = useEditing()
  const editable = useEditable()
  const [chosen, choose] = useState<string>()
  const [now] = useState(() => Date.now())
  const reading = useMemo(() => readingOf(doc, step), [doc, step])
  const asks = editable && workflowId !== undefined && reading.names.length > 0
  const { data, isPending, isFetching, error, refetch } = useQuery({
    ...recentValuesQuery(workflowId ?? '', step.id, reading.names),
    enabled: asks,
  })
  const places = useMemo(() => {
    const placeOf = ({ values, too_long, instance }: RecentValues): Place => ({
      scope: { vars: values, now, calendar: data?.calendar ?? plainCalendar, instance },
      tooLong: too_long,
    })
    return new Map(data?.data.map((one) => [one.id, { place: placeOf(one), reached: one.reached }] as const))
  }, [data, now])
  const sample = useMemo((): Place => {
    const plain = { now, calendar: plainCalendar, instance: { priority: 'medium', started: now } }
    return { scope: { ...plain, vars: sampleVariables(doc, { ...plain, vars: {} }) }, tooLong: [] }
  }, [doc, now])

  const recent = data?.data ?? []
  const usual = recent.find(({ reached }) => reached) ?? recent[0]
  const at = recent.find(({ id }) => id === chosen) ?? (chosen === SAMPLE ? undefined : usual)
  const isWaiting = asks && isPending
  const of = (name: string): ValuePreview | undefined => {
    const found = reading.values.get(name)
    if (!found || !editable) return undefined
    const { value, read } = found
    const isKnown = [...read.reads, ...(reading.list?.reads ?? [])].every((one) => data?.names.includes(one))
    if (isWaiting || (data && !isKnown)) return { state: 'loading' }
    const place = (at && places.get(at.id)?.place) ?? sample
    const reached = [...places.values()].filter((one) => one.reached).map((one) => one.place)
    const missed = missedIn(reached, value, read, reading.list)
    return { state: 'shown', ...shownOf(fillAt(place, value, read, reading.list), data?.called ?? {}), missed }
  }
  const items: { value: string; label: string }[] = [
    ...recent.map((one) => ({ value: one.id, label: labelOf(one) })),
    { value: SAMPLE, label: texts.sampleValues },
  ]
  return {
    source: editable && reading.values.size > 0 && !isWaiting ? { chosen: at?.id ?? SAMPLE, items, choose } : undefined,
    failed:
      error && asks && !data
        ? {
            text: serverMessageOf(error) ?? texts.valuesFailed,
            retry: () => void refetch(),
            retrying: isFetching,
          }
        : undefined,
    of,
  }
}
