import type { ApprovalStep } from '@throughline/flow/document'
import { Input } from '../../../../ui/input.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { PickLine } from '../parts/pick-line.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { ReadLine } from '../parts/read-line.tsx'
import { Reads } from '../parts/reads.tsx'
import { act, pathOf, useEditable, useEditing } from '../step-context.ts'
import { useTyped } from '../use-typed.ts'
import { texts } from './kinds.texts.ts'

const words = texts.approval

/** How many are asked, as far as that is known before it runs. */
function askedBy({ approvers }: ApprovalStep): number | undefined {
  return approvers.some((one) => 'expr' in one || ('each' in one && one.each)) ? undefined : approvers.length
}

export function ApprovalRule({ step }: { step: ApprovalStep }) {
  const { change } = useEditing()
  const editable = useEditable()
  const asked = askedBy(step)
  const kind = typeof step.rule === 'number' ? 'number' : step.rule
  const usualNumber = Math.max(1, Math.ceil((asked ?? 2) / 2))
  return (
    <>
      {editable ? (
        <div className="flex items-end gap-2">
          <PickLine
            label={words.rule}
            value={kind}
            items={(['first', 'all', 'number'] as const).map((value) => ({ value, label: words.rules[value] }))}
            onChange={(next) => change({ ...step, rule: next === 'number' ? usualNumber : next }, act('rule'))}
            className="min-w-0 flex-1"
          />
          {typeof step.rule === 'number' && <Needed step={step} rule={step.rule} />}
          {kind === 'number' && asked !== undefined && (
            <span className="pb-1.5 text-sm whitespace-nowrap text-fg-3">{words.of(asked)}</span>
          )}
        </div>
      ) : (
        <ReadLine
          label={words.rule}
          value={typeof step.rule === 'number' ? words.neededOf(step.rule, asked) : words.rules[step.rule]}
        />
      )}
      <ProblemsAt path={pathOf(step, 'rule')} />
      {step.approvers.length !== 1 && (
        <div className="flex items-center justify-between gap-3">
          <span className="text-sm font-medium">{words.asked}</span>
          {editable ? (
            <Segmented
              label={words.asked}
              value={step.order}
              onChange={(order) => change({ ...step, order }, act('order'))}
              items={(['at_once', 'in_order'] as const).map((value) => ({ value, label: words.orders[value] }))}
            />
          ) : (
            <ReadLine bare label={words.asked} value={words.orders[step.order]} />
          )}
        </div>
      )}
      {step.approvers.length > 0 && <Reads>{words.reads({ rule: step.rule, order: step.order, asked })}</Reads>}
    </>
  )
}

function Needed({ step, rule }: { step: ApprovalStep; rule: number }) {
  const { change } = useEditing()
  const [text, type] = useTyped(String(rule), (typed) => {
    if (/^\d{1,2}$/.test(typed.trim())) change({ ...step, rule: Number(typed) }, 'rule')
  })
  return (
    <Input
      aria-label={words.needed}
      aria-invalid={!/^\d{1,2}$/.test(text.trim()) || undefined}
      inputMode="numeric"
      value={text}
      onChange={({ target }) => type(target.value)}
      className="tnum w-14! shrink-0"
    />
  )
}
