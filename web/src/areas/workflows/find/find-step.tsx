import type { StepId } from '@throughline/flow/plan'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Input } from '../../../ui/input.tsx'
import { STEP_KINDS, StepGlyph } from '../canvas/step-kinds.tsx'
import type { Drawing, DrawnStep } from '../model/drawing.ts'
import { texts } from './find.texts.ts'

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** How well a step matches: its name begins with the text, its name contains it, then anything else of it does. */
function rank({ step, id, n, sub }: DrawnStep, text: string): number | undefined {
  const name = plain(step.name)
  if (name.startsWith(text) || String(n) === text) return 0
  if (name.includes(text)) return 1
  const { label } = STEP_KINDS[step.type]
  const rest = [id, label, sub, step.description ?? '', step.instructions ?? '']
  return rest.some((one) => plain(one).includes(text)) ? 2 : undefined
}

/** The steps that match, the best first; an empty query finds none. */
function foundSteps(drawing: Drawing, query: string): DrawnStep[] {
  const text = plain(query.trim())
  if (text === '') return []
  return drawing.steps
    .flatMap((drawn) => {
      const at = rank(drawn, text)
      return at === undefined ? [] : [{ drawn, at }]
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ drawn }) => drawn)
}

type FindStepProps = { drawing: Drawing; onJump: (step: StepId) => void; onClose: () => void }

/** Stands over its nearest positioned container. Enter goes to the marked step; the focus goes back to where it was. */
export function FindStep({ drawing, onJump, onClose }: FindStepProps) {
  const [query, setQuery] = useState('')
  const [marked, setMarked] = useState(0)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const found = foundSteps(drawing, query)
  const at = Math.min(marked, found.length - 1)
  const searched = query.trim() !== ''
  const optionId = (n: number) => `${id}-${n}`
  useFocusReturn(box)
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [at, id])

  const jump = (step: StepId | undefined) => {
    if (step === undefined) return
    onJump(step)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && found.length > 0) setMarked((at + by + found.length) % found.length)
    else if (event.key === 'Enter') jump(found[at]?.id)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={box}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <search> is not known to every browser yet
      role="search"
      className="absolute top-3 left-1/2 z-(--z-popover) w-80 max-w-[calc(100%-24px)] -translate-x-1/2 rounded-lg border bg-overlay p-2 shadow-md"
    >
      <Input
        size="sm"
        icon={Search}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for, and closes again at once
        autoFocus
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a field that steps through a list of its own
        role="combobox"
        aria-label={texts.label}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        aria-autocomplete="list"
        placeholder={texts.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setMarked(0)
        }}
        onKeyDown={onKeyDown}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <datalist> shows no glyphs and cannot be styled */}
      <div id={`${id}-list`} role="listbox" aria-label={texts.results} className="max-h-72 overflow-y-auto">
        {found.map((drawn, n) => (
          <FoundStep key={drawn.id} id={optionId(n)} drawn={drawn} marked={n === at} onPick={() => jump(drawn.id)} />
        ))}
      </div>
      <p aria-live="polite" className={cn(searched ? 'px-2 pt-1.5 text-xs text-fg-3' : 'sr-only')}>
        {searched && (found.length > 0 ? texts.found(found.length) : texts.none)}
      </p>
    </div>
  )
}

type FoundStepProps = { id: string; drawn: DrawnStep; marked: boolean; onPick: () => void }

function FoundStep({ id, drawn, marked, onPick }: FoundStepProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box above has the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as its list
      role="option"
      tabIndex={-1}
      aria-selected={marked}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={cn(
        'flex h-9 cursor-default items-center gap-2 rounded-sm px-2 text-sm first:mt-1.5',
        marked ? 'bg-accent-subtle' : 'hover:bg-surface-2',
      )}
    >
      <StepGlyph type={drawn.step.type} size={20} />
      <span translate="no" className="min-w-0 truncate font-medium">
        {texts.step(drawn.n, drawn.name)}
      </span>
      <span translate="no" className="min-w-0 flex-1 truncate text-xs text-fg-3">
        {drawn.sub}
      </span>
    </div>
  )
}

/** Gives the focus back to where it was, unless somebody has moved it on. */
function useFocusReturn(box: React.RefObject<HTMLElement | null>) {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const own = box.current
    return () => {
      const now = document.activeElement
      const unclaimed = now === null || now === document.body || own?.contains(now)
      if (unclaimed && before instanceof HTMLElement) before.focus()
    }
  }, [before, box])
}
