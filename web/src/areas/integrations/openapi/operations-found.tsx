import { type FoundOperation, OPENAPI_LIMITS } from '@throughline/contracts/openapi-tools'
import { SearchX, ShieldAlert } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { Empty } from '../../../ui/empty.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { type Tone, toneChip } from '../../../ui/tone.ts'
import { fits, groupedByTag, insAndOuts } from './chosen-operations.ts'
import { texts } from './openapi.texts.ts'

const { found: words } = texts

type OperationsProps = {
  operations: readonly FoundOperation[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Arrows go from one operation to the next: they are one stop of the Tab key, however many there are. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return
  const list = event.currentTarget.closest('fieldset')
  const boxes = [...(list?.querySelectorAll<HTMLInputElement>('input:enabled') ?? [])]
  const at = boxes.indexOf(event.currentTarget)
  event.preventDefault()
  const next = step === undefined ? (event.key === 'Home' ? boxes[0] : boxes.at(-1)) : boxes[at + step]
  next?.focus()
}

/** What was found, by tag, with what a repeat of each does; ticked ones become the tool's. */
export function OperationsFound({ operations, chosen, onChoose }: OperationsProps) {
  const [query, setQuery] = useState('')
  const [current, setCurrent] = useState<string>()
  const shown = operations.filter((one) => fits(one, query))
  const usable = shown.filter(({ problem }) => problem === null)
  const isAll = usable.length > 0 && usable.every(({ name }) => chosen.has(name))
  const stop = usable.find(({ name }) => name === current)?.name ?? usable[0]?.name
  const choose = (names: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const name of names) next[on ? 'add' : 'delete'](name)
    onChoose(next)
  }
  return (
    <section aria-label={words.title} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-1.5">
        <Checkbox
          aria-label={words.all}
          checked={isAll}
          indeterminate={!isAll && usable.some(({ name }) => chosen.has(name))}
          onChange={(on) =>
            choose(
              usable.map(({ name }) => name),
              on,
            )
          }
        />
        <h2 className="text-sm tracking-normal">{words.title}</h2>
        <span translate="no" className="tnum text-fg-3">
          {operations.length}
        </span>
        <output className="text-xs text-fg-3">{words.selected(chosen.size)}</output>
        <span className="flex-1" />
        <SearchInput label={words.find} value={query} onSearch={setQuery} className="w-48" />
      </div>
      {chosen.size > OPENAPI_LIMITS.chosen && (
        <p role="alert" className="border-b px-4 py-2 text-sm text-danger-fg">
          {words.tooMany}
        </p>
      )}
      <fieldset
        aria-label={words.label}
        className="min-h-0 min-w-0 flex-1 overflow-y-auto max-[759px]:overflow-visible"
      >
        {groupedByTag(shown).map(({ tag, rows }) => (
          <section key={tag}>
            <h3
              {...(tag !== '' && { translate: 'no' })}
              className="flex h-8 items-center border-b bg-surface-2 px-4 text-xs font-medium tracking-normal text-fg-2"
            >
              {tag === '' ? words.untagged : tag}
            </h3>
            <ul>
              {rows.map((operation) => (
                <Row
                  key={operation.name}
                  operation={operation}
                  isChosen={chosen.has(operation.name)}
                  isStop={operation.name === stop}
                  onFocus={() => setCurrent(operation.name)}
                  onChoose={(on) => choose([operation.name], on)}
                />
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && <Empty icon={SearchX} title={words.noMatch} hint={words.noMatchHint} />}
        {shown.some(({ repeat }) => repeat === 'once') && (
          <p className="flex items-start gap-2 px-4 py-3 text-xs text-fg-2">
            <ShieldAlert size={14} aria-hidden className="mt-px shrink-0 text-warning-fg" />
            {words.amber}
          </p>
        )}
      </fieldset>
    </section>
  )
}

const METHOD_TONES: Record<FoundOperation['method'], Tone> = {
  GET: 'info',
  HEAD: 'info',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'danger',
}
const REPEAT_TONES: Record<FoundOperation['repeat'], Tone> = { keyed: 'success', reads: 'neutral', once: 'warning' }

type RowProps = {
  operation: FoundOperation
  isChosen: boolean
  /** Where the Tab key stops. */
  isStop: boolean
  onFocus: () => void
  onChoose: (on: boolean) => void
}

function Row({ operation, isChosen, isStop, onFocus, onChoose }: RowProps) {
  const { method, title, path, repeat, problem } = operation
  return (
    <li className="flex min-h-12 items-center gap-3 border-b px-4 py-1.5">
      <Checkbox
        aria-label={title}
        checked={isChosen}
        disabled={problem !== null}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={moveFocus}
        onChange={onChoose}
      />
      <span
        translate="no"
        className={cn(
          'w-13 shrink-0 rounded-xs py-px text-center text-2xs font-semibold',
          toneChip[METHOD_TONES[method]],
        )}
      >
        {method}
      </span>
      <span className="min-w-0 flex-1">
        <span translate="no" className={cn('block truncate', problem === null ? 'font-medium' : 'text-fg-2')}>
          {title}
        </span>
        <span translate="no" className="block truncate font-mono text-xs text-fg-3">
          {path}
        </span>
        {problem !== null && <span className="block text-xs text-fg-2">{problem}</span>}
      </span>
      <span className="shrink-0 text-xs text-fg-3 max-[1100px]:hidden">{insAndOuts(operation)}</span>
      <span className="w-28 shrink-0 max-[1100px]:w-auto">
        <Tag tone={REPEAT_TONES[repeat]}>{words.repeat[repeat]}</Tag>
      </span>
    </li>
  )
}
