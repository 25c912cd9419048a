import type { Retry, ToolStep } from '@throughline/flow/document'
import { Button } from '../../../../ui/button.tsx'
import { NumberLine } from '../fields/number-line.tsx'
import { DurationLine } from '../parts/duration-line.tsx'
import { Group } from '../parts/group.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { act, pathOf, put, useEditable, useEditing } from '../step-context.ts'
import { texts } from './kinds.texts.ts'

const words = texts.tool
const usual: Retry = { attempts: 3, first: '10s', factor: 2, max: '1h' }

/** How often a call is tried again, and when an attempt is given up. */
export function ToolRetry({ step }: { step: ToolStep }) {
  const { change } = useEditing()
  const editable = useEditable()
  const { retry, timeout } = step
  const paths = [pathOf(step, 'retry'), pathOf(step, 'timeout')] as const
  const setRetry = (next: Retry | undefined, what: string) => change(put(step, 'retry', next), what)
  const giveUpAfter = (next: string | undefined, what: string) => change(put(step, 'timeout', next), what)
  const row = (label: string, key: 'first' | 'max', of: Retry) => (
    <div>
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <DurationLine
        label={label}
        value={of[key]}
        onChange={(time, typing) => setRetry({ ...of, [key]: time }, typing ? `retry ${key}` : act('retry'))}
      />
    </div>
  )
  return (
    <Group
      title={words.retryTitle}
      closed={retry === undefined && timeout === undefined}
      summary={retry ? words.retrySummary(retry.attempts) : words.retryUsual}
      holds={paths}
    >
      {retry ? (
        <>
          <div className="grid grid-cols-2 gap-2">
            <NumberLine
              label={words.attempts}
              value={retry.attempts}
              onChange={(attempts) => attempts !== undefined && setRetry({ ...retry, attempts }, 'retry attempts')}
              path={`${paths[0]}/attempts`}
            />
            <NumberLine
              label={words.factor}
              value={retry.factor}
              onChange={(factor) => factor !== undefined && setRetry({ ...retry, factor }, 'retry factor')}
              path={`${paths[0]}/factor`}
            />
          </div>
          {row(words.first, 'first', retry)}
          {row(words.max, 'max', retry)}
        </>
      ) : (
        <p className="text-xs text-fg-3">{words.usualNote}</p>
      )}
      <ProblemsAt path={paths[0]} />
      {editable && (
        <Button size="sm" onClick={() => setRetry(retry ? undefined : usual, act('retry'))}>
          {retry ? words.usual : words.custom}
        </Button>
      )}
      {timeout !== undefined && (
        <div>
          <p className="mb-1.5 text-sm font-medium">{words.timeout}</p>
          <DurationLine
            label={words.timeout}
            value={timeout}
            only={['s', 'm', 'h']}
            onChange={(time, typing) => giveUpAfter(time, typing ? 'timeout' : act('timeout'))}
          />
          <ProblemsAt path={paths[1]} />
        </div>
      )}
      {editable && (
        <Button
          size="sm"
          className="ml-1.5"
          onClick={() => giveUpAfter(timeout === undefined ? '30s' : undefined, act('timeout'))}
        >
          {timeout === undefined ? words.noTimeout : words.clearTimeout}
        </Button>
      )}
    </Group>
  )
}
