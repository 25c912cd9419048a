import type { Waiting } from '@throughline/contracts/running'
import { BellRing, type LucideIcon, RotateCw, Sparkles } from 'lucide-react'
import { useRetryText } from '../../../shared/use-retry-text.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { linkClass } from '../../../ui/link-style.ts'
import type { Status } from '../../../ui/status.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { requestText } from '../../tasks/parts/change-request.texts.ts'
import { texts } from './why.texts.ts'
import { howItStands, type Reader, whatIsMissing } from './why-text.ts'

const glyphOf = ({ kind, overdue }: Waiting): Status => {
  if (kind === 'failed') return 'failed'
  if (overdue) return 'overdue'
  if (kind === 'review') return 'review'
  return kind === 'queue' || kind === 'timer' || kind === 'mail_budget' || kind === 'connection'
    ? 'pending'
    : 'in_progress'
}

const icons: Partial<Record<NonNullable<Waiting['act']>, LucideIcon>> = { remind: BellRing, retry: RotateCw }
/** These are the person's own. */
const OWN = ['complete', 'review', 'answer']

type WhyCardProps = {
  waiting: Waiting
  reader: Reader
  busy: boolean
  onAct: () => void
  /** Only for whoever may go on past a step. */
  onOverride?: (() => void) | undefined
  /** Of a step that failed. */
  onExplain?: (() => void) | undefined
}

/** One open step: what is missing, since when, how long that usually takes, what releases it, and what one can do. */
export function WhyCard({ waiting, reader, busy, onAct, onOverride, onExplain }: WhyCardProps) {
  const { name, act, kind, overdue, change_request: request } = waiting
  const icon = act ? icons[act] : undefined
  const trying = useRetryText(waiting.retry)
  return (
    <li
      className={cn(
        'card flex flex-col rounded-lg border bg-card px-4 py-3',
        (kind === 'failed' || overdue) && 'border-danger-line',
      )}
    >
      <p className="flex items-center gap-1.5 text-xs text-fg-3">
        <StatusGlyph status={glyphOf(waiting)} size={13} />
        <span translate="no" dir="auto" className="truncate">
          {name || texts.wholeInstance}
        </span>
      </p>
      <h3 className="mt-1.5 text-sm leading-snug font-semibold tracking-normal break-words">
        {trying ?? whatIsMissing(waiting, reader)}
      </h3>
      {request && (
        <p
          translate="no"
          dir="auto"
          className="mt-1 line-clamp-4 text-sm break-words whitespace-pre-line text-warning-fg"
        >
          {requestText(request)}
        </p>
      )}
      <div className="mt-0.5 flex flex-1 items-end gap-3">
        <p className="flex-1 self-start text-xs text-fg-2">
          {trying && waiting.problem} {howItStands(waiting, reader)}
          {kind === 'failed' && onOverride && (
            <>
              {' '}
              <button type="button" onClick={onOverride} className={linkClass}>
                {texts.override}
              </button>
            </>
          )}
        </p>
        {onExplain && (
          <Button size="sm" variant="ghost" icon={Sparkles} aria-label={texts.explainFor(name)} onClick={onExplain}>
            {texts.explain}
          </Button>
        )}
        {act && (
          <Button
            size="sm"
            variant={OWN.includes(act) ? 'primary' : 'secondary'}
            {...(icon && { icon })}
            busy={busy}
            aria-label={texts.actFor(texts.acts[act], name)}
            onClick={onAct}
          >
            {texts.acts[act]}
          </Button>
        )}
      </div>
    </li>
  )
}
