import { Check, CircleCheck, CircleX, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { callDuration } from '../../../shared/format/duration.ts'
import { clockTime } from '../../../shared/format/time.ts'
import { cn } from '../../../ui/cn.ts'
import { texts } from './connect.texts.ts'
import type { TestOutcome } from './use-connection-test.ts'

/** What a test did, each thing with its time, up to the first that failed. */
export function TestResult({ outcome }: { outcome: TestOutcome | undefined }) {
  const place = useRef<HTMLOutputElement>(null)
  // Where it stands below a long form, nothing else would show that the test has ended.
  useEffect(() => {
    if (outcome) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [outcome])
  return (
    <output ref={place} className="block empty:hidden">
      {outcome && <Ended outcome={outcome} />}
    </output>
  )
}

function Ended({ outcome }: { outcome: TestOutcome }) {
  const zone = useZone()
  const test = 'test' in outcome ? outcome.test : undefined
  const text = 'problem' in outcome ? outcome.problem : (test?.text ?? undefined)
  const time = 'at' in outcome && `${clockTime(outcome.at, zone)}, ${callDuration(outcome.test.took ?? 0)}`
  return (
    <TestFrame passed={test?.state === 'passed'} time={time}>
      {text !== undefined && <p className="px-3 py-2 text-sm wrap-anywhere">{text}</p>}
      {test?.state === 'under_way' && <p className="px-3 py-2 text-sm">{texts.notFinished}</p>}
      {test && test.steps.length > 0 && <TestSteps steps={test.steps} />}
      {test?.private_address && (
        <p className="border-t px-3 py-2 text-sm text-fg-2">
          {texts.privateAddress} {texts.privateAddressHint}
        </p>
      )}
    </TestFrame>
  )
}

type TestFrameProps = { passed: boolean; time: string | false; children: ReactNode }

/** Whether a test passed and how long it took, above what it did. */
export function TestFrame({ passed, time, children }: TestFrameProps) {
  const Icon = passed ? CircleCheck : CircleX
  const title = passed ? texts.works : texts.failed
  return (
    <section
      aria-label={title}
      className={cn('overflow-hidden rounded-md border', passed ? 'border-success-line' : 'border-danger-line')}
    >
      <p
        className={cn(
          'flex items-center gap-2 px-3 py-2 text-sm font-medium',
          passed ? 'bg-success-bg text-success-fg' : 'bg-danger-bg text-danger-fg',
        )}
      >
        <Icon size={15} aria-hidden className="shrink-0" />
        <span className="flex-1">{title}</span>
        {time && <span className="tnum text-xs font-normal">{time}</span>}
      </p>
      {children}
    </section>
  )
}

type Step = { text: string; ok: boolean; ms: number; problem?: string | null | undefined }

/** Each thing that a test did, up to the first that failed. */
export const TestSteps = ({ steps }: { steps: readonly Step[] }) => (
  <ol aria-label={texts.steps} className="divide-y px-3">
    {steps.map(({ text, ok, ms, problem }) => (
      <li key={text} className="flex gap-2 py-2 text-sm">
        {ok ? (
          <Check size={14} aria-hidden className="mt-0.5 shrink-0 text-success-fg" />
        ) : (
          <X size={14} aria-hidden className="mt-0.5 shrink-0 text-danger-fg" />
        )}
        <span translate="no" className="min-w-0 flex-1 wrap-anywhere">
          <span className="sr-only">{ok ? texts.done : texts.notDone} </span>
          {text}
          {problem && <span className="block text-danger-fg">{problem}</span>}
        </span>
        <span className="tnum shrink-0 text-xs text-fg-3">{callDuration(ms)}</span>
      </li>
    ))}
  </ol>
)
