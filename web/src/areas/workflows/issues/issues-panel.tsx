import type { Problem, Repair } from '@throughline/flow/compile'
import type { StepId } from '@throughline/flow/plan'
import { CircleCheck, Wand2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { Drawing } from '../model/drawing.ts'
import { IssueItem } from './issue-item.tsx'
import { texts } from './issues.texts.ts'
import { type SafeRepair, safeRepairs } from './safe-repairs.ts'
import { useIssueKeys } from './use-issue-keys.ts'
import { useSettled } from './use-settled.ts'

type IssuesPanelProps = {
  drawing: Drawing
  problems: readonly Problem[]
  onJump: (step: StepId) => void
  onRepair?: (problem: Problem, repair: Repair) => void
  onRepairAll?: (safe: readonly SafeRepair[]) => void
  onClose: () => void
}

type IssueFilter = 'all' | 'E' | 'W'

const keyOf = ({ code, path, text }: Problem) => `${code} ${path} ${text}`

/** Errors before warnings, each group in the order of the outline; what belongs to no step comes first. */
function inOrder(problems: readonly Problem[], drawing: Drawing): Problem[] {
  const place = ({ step }: Problem) => (step === undefined ? 0 : (drawing.at(step)?.n ?? 0))
  return problems.toSorted((a, b) => a.level.localeCompare(b.level) || place(a) - place(b))
}

/** Every problem with its step, its reason and its repairs, most likely first. */
export function IssuesPanel({ drawing, problems, onJump, onRepair, onRepairAll, onClose }: IssuesPanelProps) {
  const [wanted, setWanted] = useState<IssueFilter>('all')
  const [current, setCurrent] = useState<string>()
  const sorted = useMemo(() => inOrder(problems, drawing), [problems, drawing])
  const safe = useMemo(() => safeRepairs(sorted), [sorted])
  const errors = problems.filter(({ level }) => level === 'E').length
  const warnings = problems.length - errors
  const shown = (wanted === 'E' && errors === 0) || (wanted === 'W' && warnings === 0) ? 'all' : wanted
  const list = sorted.filter(({ level }) => shown === 'all' || level === shown)
  const jump = (problem: Problem) => {
    setCurrent(keyOf(problem))
    if (problem.step !== undefined) onJump(problem.step)
  }
  const { listRef, onKeyDown, keepPlace } = useIssueKeys(list, jump)
  const announced = useSettled(texts.said(errors, warnings))
  return (
    <Panel
      title={texts.title}
      actions={<span className="mr-1 text-xs text-fg-3">{texts.live}</span>}
      onClose={onClose}
      footer={
        <>
          <span className="flex-1 text-xs text-fg-3">{errors > 0 ? texts.toFix(errors) : texts.canRun}</span>
          {problems.length > 0 && (
            <span className="inline-flex items-center gap-1 text-xs text-fg-3">
              <Kbd>I</Kbd> {texts.next}
            </span>
          )}
        </>
      }
    >
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys from issue to issue; each has a button */}
      <section ref={listRef} aria-label={texts.title} tabIndex={-1} onKeyDown={onKeyDown} className="-m-4 outline-none">
        {problems.length === 0 ? (
          <Empty icon={CircleCheck} title={texts.none} hint={texts.noneHint} />
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
              <Segmented
                label={texts.show}
                value={shown}
                onChange={setWanted}
                items={[
                  { value: 'all', label: texts.all(problems.length) },
                  { value: 'E', label: texts.errors(errors), disabled: errors === 0 },
                  { value: 'W', label: texts.warnings(warnings), disabled: warnings === 0 },
                ]}
              />
              {onRepairAll && safe.length > 0 && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={Wand2}
                  className="ml-auto text-accent-text!"
                  onClick={() => {
                    keepPlace(0)
                    onRepairAll(safe)
                  }}
                >
                  {texts.repairSafe(safe.length)}
                </Button>
              )}
            </div>
            <ol>
              {list.map((problem, n) => (
                <IssueItem
                  key={keyOf(problem)}
                  problem={problem}
                  drawn={problem.step === undefined ? undefined : drawing.at(problem.step)}
                  current={keyOf(problem) === current}
                  onJump={() => jump(problem)}
                  onRepair={
                    onRepair &&
                    ((repair) => {
                      keepPlace(n)
                      onRepair(problem, repair)
                    })
                  }
                />
              ))}
            </ol>
          </>
        )}
      </section>
    </Panel>
  )
}
