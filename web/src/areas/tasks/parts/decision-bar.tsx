import type { Task } from '@throughline/contracts/tasks'
import { Check, Lock, RotateCcw, X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { texts } from '../approval/approval.texts.ts'
import { namedVersion } from '../approval/bound-files.ts'
import { consequenceText, DecisionComment } from '../approval/decision-comment.tsx'
import { tally } from '../approval/leads-text.ts'
import { type DecisionBody, useDecision, type Verdict } from '../approval/use-decision.ts'

export { type DecisionBody, VERDICTS } from '../approval/use-decision.ts'

type DecisionBarProps = {
  task: Task
  waits: boolean
  busy: Verdict | undefined
  /** Single keys ask for the verdict; ↵ then gives it. */
  keys?: boolean
  /** In a narrow panel: approving has a row of its own. */
  stacked?: boolean
  call: (body: DecisionBody, onFailed: (error: unknown) => boolean) => Promise<boolean>
}

const icons = { approve: Check, changes: RotateCcw, reject: X }

/** What the button of a verdict says. */
function verdictLabel(task: Task, verdict: Verdict): string {
  const version = verdict === 'approve' ? namedVersion(task) : undefined
  return version === undefined ? texts[verdict] : texts.approveVersion(version)
}

/** "1 of 2 approvals". */
export function approvalsText(task: Task): string {
  const { given, needed } = tally(task)
  return texts.given(given, needed)
}

/** What was decided, as the person who did it reads it. */
export function decidedText(task: Task, verdict: Verdict): string {
  const version = namedVersion(task)
  return version === undefined ? texts.youDecided[verdict] : texts.youDecidedOn[verdict](version)
}

/** Comment and buttons of an approval, wherever it is decided. Nothing counts before the server has said so. */
export function DecisionBar({ task, waits, busy, keys = false, stacked = false, call }: DecisionBarProps) {
  const decision = useDecision(task, { waits, busy: busy !== undefined, call })
  const { isReady, send } = decision
  const [asking, setAsking] = useState<Verdict>()
  const mayChange = task.leads.changes !== null
  const verdicts: Verdict[] = [
    ...(task.can.approve ? ['approve' as const] : []),
    ...(mayChange ? ['changes' as const] : []),
    'reject',
  ]
  const ask = (verdict: Verdict) => isReady(verdict) && setAsking(verdict)
  usePageKeys(
    keys
      ? verdicts.map((verdict) => ({
          key: verdict.charAt(0),
          label: verdictLabel(task, verdict),
          act: () => void ask(verdict),
        }))
      : [],
  )
  return (
    <div className="@container min-w-0 flex-1 max-[759px]:[--control-md:2.75rem]">
      <DecisionComment task={task} decision={decision} />
      {asking ? (
        <ConfirmVerdict
          label={verdictLabel(task, asking)}
          verdict={asking}
          busy={busy !== undefined}
          onConfirm={() => void send(asking).then(() => setAsking(undefined))}
          onCancel={() => setAsking(undefined)}
        />
      ) : (
        <div
          className={cn(
            'mt-3 grid grid-cols-2 gap-2 @max-[330px]:[&_kbd]:hidden',
            !stacked && 'min-[760px]:flex min-[760px]:flex-wrap',
          )}
        >
          {verdicts.map((verdict) => (
            <Button
              key={verdict}
              variant={verdict === 'approve' ? 'primary' : 'secondary'}
              icon={icons[verdict]}
              busy={busy === verdict}
              busyLabel={texts.busy[verdict]}
              disabled={(busy !== undefined && busy !== verdict) || (verdict === 'approve' && waits)}
              onClick={() => void send(verdict)}
              className={cn(
                (verdict === 'approve' || !mayChange) && (stacked ? 'col-span-2' : 'max-[759px]:col-span-2'),
              )}
              {...(keys && { kbd: verdict.charAt(0).toUpperCase() })}
            >
              {verdictLabel(task, verdict)}
            </Button>
          ))}
        </div>
      )}
      <p className="mt-2.5 flex items-start gap-1.5 text-xs text-fg-3">
        <Lock size={12} aria-hidden className="mt-0.5 shrink-0" />
        <span>{consequenceText(task, waits)}</span>
      </p>
    </div>
  )
}

type ConfirmVerdictProps = {
  label: string
  verdict: Verdict
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** In the place of the buttons, with the focus on the one that decides: ↵ confirms. */
function ConfirmVerdict({ label, verdict, busy, onConfirm, onCancel }: ConfirmVerdictProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const cancel = useCallback(() => onCancel(), [onCancel])
  usePageKeys(useMemo(() => [{ key: 'Escape', label: uiTexts.cancel, act: cancel }], [cancel]))
  return (
    <fieldset className="mt-3 flex flex-wrap items-center gap-2">
      <legend className="sr-only">{texts.askOnceMore(label)}</legend>
      <Button
        ref={button}
        variant={verdict === 'reject' ? 'danger' : 'primary'}
        icon={icons[verdict]}
        kbd="↵"
        busy={busy}
        busyLabel={texts.busy[verdict]}
        onClick={onConfirm}
      >
        {label}
      </Button>
      <Button kbd="Esc" disabled={busy} onClick={onCancel}>
        {uiTexts.cancel}
      </Button>
      <span aria-hidden className="text-sm text-fg-2">
        {texts.askOnceMore(label)}
      </span>
    </fieldset>
  )
}
