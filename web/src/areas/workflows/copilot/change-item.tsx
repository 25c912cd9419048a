import type { ProposedChange } from '@throughline/contracts/copilot'
import { ArrowRight, MessageSquareQuote } from 'lucide-react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { ChangeMark } from '../history/change-line.tsx'
import { changeText } from '../history/change-text.ts'
import { historyTexts } from '../history/history.texts.ts'
import { notableChanges } from '../history/notable-changes.ts'
import type { Drawing } from '../model/drawing.ts'
import { texts } from './copilot.texts.ts'

type ChangeItemProps = {
  change: ProposedChange
  /** With all of the proposal, and without. */
  after: Drawing
  before: Drawing
  checked: boolean
  /** Why it no longer fits. */
  struck: string | undefined
  current: boolean
  onToggle: () => void
  onFocus: () => void
}

/** One change with its tick box, what it does, and the words it comes from. */
export function ChangeItem({ change, after, before, checked, struck, current, onToggle, onFocus }: ChangeItemProps) {
  const lines = notableChanges(change.changes).map((one) => ({ kind: one.kind, ...changeText(one, after, before) }))
  const [first] = lines
  const title = first?.title ?? change.quote
  // Several changes may be about one step.
  const detail = first?.label ?? first?.text ?? first?.after
  const number = after.at(change.changes[0]?.step ?? '')?.n
  return (
    <li
      data-change={change.id}
      className={cn('flex items-start gap-2.5 px-3 py-2.5', !checked && 'bg-surface-2', current && 'bg-accent-subtle')}
    >
      <Checkbox
        aria-label={texts.accept(detail === undefined ? title : `${title}, ${detail}`)}
        checked={checked && struck === undefined}
        disabled={struck !== undefined}
        onChange={onToggle}
        onFocus={onFocus}
        className="mt-0.5"
      />
      <ChangeMark kind={first?.kind ?? 'changed'} className="mt-px" />
      <span className={cn('min-w-0 flex-1', struck !== undefined && 'text-fg-3')}>
        <span
          translate="no"
          className={cn('block text-sm', checked ? 'font-medium' : 'text-fg-2', struck !== undefined && 'line-through')}
        >
          {number ? `${number} ` : ''}
          {title}
        </span>
        {lines.slice(0, 4).map((line) => (
          <Line
            key={`${line.title} ${line.label} ${line.text} ${line.after}`}
            {...line}
            title={line.title === title ? undefined : line.title}
          />
        ))}
        <span className="mt-0.5 flex items-start gap-1 text-xs text-fg-3">
          <MessageSquareQuote size={12} aria-hidden className="mt-0.5 shrink-0" />
          {change.quote === '' ? texts.guess : texts.quoted(change.quote)}
          {change.quote !== '' && change.is_guess && ` ${texts.guess}`}
        </span>
        {struck !== undefined && <span className="mt-0.5 block text-xs text-warning-fg">{struck}</span>}
      </span>
    </li>
  )
}

type LineProps = { title: string | undefined; label?: string; text?: string; before?: string; after?: string }

function Line({ title, label, text, before, after }: LineProps) {
  if (label === undefined && text === undefined && before === undefined && after === undefined && title === undefined)
    return null
  const named = [title, label].filter((one) => one !== undefined)
  return (
    <span className="mt-0.5 block text-xs break-words text-fg-3">
      {named.length > 0 &&
        `${named.join(', ')}${text !== undefined || before !== undefined || after !== undefined ? ': ' : ''}`}
      {text}
      {before !== undefined && <del>{before}</del>}
      {before !== undefined && after !== undefined && (
        <ArrowRight size={11} aria-label={historyTexts.to} className="mx-1.5 inline" />
      )}
      {after !== undefined && <span className="text-fg-2">{after}</span>}
    </span>
  )
}
