import type { AuthoredChange, StepType } from '@throughline/contracts/workflows'
import type { Change } from '@throughline/flow/compile'
import { ArrowRight, Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { StepGlyph } from '../canvas/step-kinds.tsx'
import type { Drawing } from '../model/drawing.ts'
import { type ChangeText, changeText } from './change-text.ts'
import { historyTexts } from './history.texts.ts'

type ChangeRowProps = {
  change: Change | AuthoredChange
  /** Of the newer document. */
  drawing: Drawing
  before?: Drawing | undefined
  /** Far right: who, or what kind and when. */
  children?: ReactNode
}

const typeIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined

function typeOf({ step, before: old, after }: Change | AuthoredChange, drawing: Drawing, before: Drawing | undefined) {
  if (step === undefined) return undefined
  const known: StepType | undefined = drawing.at(step)?.step.type ?? before?.at(step)?.step.type
  return (
    known ??
    (['manual', 'tool', 'approval', 'condition', 'wait', 'subworkflow'] as const).find(
      (type) => type === typeIn(after ?? old),
    )
  )
}

/** One change, with the step that it is about. */
export function ChangeRow({ change, drawing, before, children }: ChangeRowProps) {
  const said = changeText(change, drawing, before)
  const type = typeOf(change, drawing, before)
  const bare = said.text === undefined && said.before === undefined && said.after === undefined
  return (
    <li className="flex items-center gap-2.5 px-3 py-2">
      {type ? <StepGlyph type={type} /> : <SettingsGlyph />}
      <span className="min-w-0 flex-1">
        <span translate="no" className="block truncate font-medium">
          {said.title}
        </span>
        <span className="block truncate text-xs text-fg-2">
          {bare && !said.label ? historyTexts.marks[change.kind] : said.label && `${said.label}: `}
          {said.text}
          {said.before !== undefined && <del className="text-fg-3">{said.before}</del>}
          {said.before !== undefined && said.after !== undefined && (
            <ArrowRight size={12} aria-label={historyTexts.to} className="mx-1.5 inline text-fg-3" />
          )}
          {said.after}
        </span>
      </span>
      {children}
    </li>
  )
}

export const SettingsGlyph = () => (
  <span aria-hidden className="grid size-5.5 shrink-0 place-items-center rounded-[6px] bg-neutral-bg text-neutral-fg">
    <Settings2 size={12} strokeWidth={2} />
  </span>
)

type ChangeLineProps = {
  change: Change | AuthoredChange
  /** Of the newer document. */
  drawing: Drawing
  before?: Drawing
  /** Shown with their picture; without, nobody is named. */
  author?: { name: string; photo: string | null } | undefined
  /** Makes the line a button. */
  onPress?: (() => void) | undefined
  current?: boolean
}

const looks = {
  added: { sign: '+', tone: 'bg-success-bg text-success-fg' },
  removed: { sign: '−', tone: 'bg-danger-bg text-danger-fg' },
  changed: { sign: '~', tone: 'bg-warning-bg text-warning-fg' },
} as const

type MarkProps = { kind: Change['kind']; className?: string }

/** Added, removed or changed, by sign and colour; its word is there for the ears. */
export function ChangeMark({ kind, className }: MarkProps) {
  const { sign, tone } = looks[kind]
  return (
    <span
      className={cn(
        'chip grid size-4.5 shrink-0 place-items-center rounded-[5px] text-xs font-semibold',
        tone,
        className,
      )}
    >
      <span aria-hidden>{sign}</span>
      <span className="sr-only">{historyTexts.marks[kind]}</span>
    </span>
  )
}

/** One change in plain words, as a line of a list. */
export function ChangeLine({ change, drawing, before, author, onPress, current }: ChangeLineProps) {
  const said = changeText(change, drawing, before)
  return (
    <li className={cn('relative flex items-start gap-2 py-1.5', current && '-mx-2.5 bg-surface-2 px-2.5')}>
      <ChangeMark kind={change.kind} className="mt-px" />
      <span className="min-w-0 flex-1">
        {onPress ? (
          <button
            type="button"
            translate="no"
            aria-current={current || undefined}
            onClick={onPress}
            className="row-target inset-focus block max-w-full truncate text-left text-sm"
          >
            {said.title}
          </button>
        ) : (
          <span translate="no" className="block truncate text-sm">
            {said.title}
          </span>
        )}
        <Detail said={said} />
      </span>
      <span className="mt-px text-xs text-fg-3">{historyTexts.class[change.class]}</span>
      {author && (
        <>
          <Avatar name={author.name} src={author.photo ?? undefined} size={18} />
          <span className="sr-only">{historyTexts.author(author.name)}</span>
        </>
      )}
    </li>
  )
}

function Detail({ said: { label, before, after, text } }: { said: ChangeText }) {
  if (label === undefined && before === undefined && after === undefined && text === undefined) return null
  return (
    <span className="block text-xs break-words text-fg-3">
      {label && `${label}: `}
      {text && <span className="text-fg-2">{text}</span>}
      {before !== undefined && <del>{before}</del>}
      {before !== undefined && after !== undefined && (
        <ArrowRight size={11} aria-label={historyTexts.to} className="mx-1.5 inline" />
      )}
      {after !== undefined && <span className="text-fg-2">{after}</span>}
    </span>
  )
}
