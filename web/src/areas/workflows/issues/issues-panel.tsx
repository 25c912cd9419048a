import type { Problem, Repair } from '@throughline/flow/compile'
import type { StepId } from '@throughline/flow/plan'
import { CircleCheck, Wand2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { Drawing } from '../model/drawing.ts'
import { IssueItem } from './issue-item.tsx'
import { texts } from './issues.texts.ts'

const PAUSE = 700

interface SafeRepair {
  problem: Problem
  repair: Repair
}

/**
 * Where a repair only writes down what is so already: who gets a step that names nobody, the id a step stands under, a
 * condition that runs once, a label or name that was left empty. Any other repair decides something, be it the only one.
 */
const meansTheSame: Record<string, (path: string) => boolean> = {
  assignee_missing: () => true,
  bad_id: (path) => path.endsWith('/id'),
  each_bad: (path) => path.endsWith('/each'),
  field_bad: (path) => path.endsWith('/label') || path.endsWith('/name'),
}

/** The repairs that can be made all at once without anybody choosing. */
export function safeRepairs(problems: readonly Problem[]): SafeRepair[] {
  return problems.flatMap((problem) => {
    const { code, path, repairs } = problem
    const [repair, ...others] = repairs
    const safe = Object.hasOwn(meansTheSame, code) ? meansTheSame[code]?.(path) : false
    return repair && others.length === 0 && safe ? [{ problem, repair }] : []
  })
}

/** A text once it has stood for a moment: what changes with every letter typed is not read aloud each time. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

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
  const [filter, setFilter] = useState<IssueFilter>('all')
  const [current, setCurrent] = useState<string>()
  const sorted = useMemo(() => inOrder(problems, drawing), [problems, drawing])
  const safe = useMemo(() => safeRepairs(sorted), [sorted])
  const errors = problems.filter(({ level }) => level === 'E').length
  const warnings = problems.length - errors
  const shown = (filter === 'E' && errors === 0) || (filter === 'W' && warnings === 0) ? 'all' : filter
  const list = sorted.filter(({ level }) => shown === 'all' || level === shown)
  const jump = (problem: Problem) => {
    setCurrent(keyOf(problem))
    if (problem.step !== undefined) onJump(problem.step)
  }
  const { listRef, onKeyDown, repairAt } = useIssueKeys(list, jump)
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
              <LevelFilter level={shown} onLevel={setFilter} errors={errors} warnings={warnings} />
              {onRepairAll && safe.length > 0 && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={Wand2}
                  className="ml-auto text-accent-text!"
                  onClick={() => repairAt(0, () => onRepairAll(safe))}
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
                  onRepair={onRepair && ((repair) => repairAt(n, () => onRepair(problem, repair)))}
                />
              ))}
            </ol>
          </>
        )}
      </section>
    </Panel>
  )
}

type LevelFilterProps = {
  level: IssueFilter
  onLevel: (level: IssueFilter) => void
  errors: number
  warnings: number
}

function LevelFilter({ level, onLevel, errors, warnings }: LevelFilterProps) {
  return (
    <Segmented
      label={texts.show}
      value={level}
      onChange={onLevel}
      items={[
        { value: 'all', label: texts.all(errors + warnings) },
        { value: 'E', label: texts.errors(errors), disabled: errors === 0 },
        { value: 'W', label: texts.warnings(warnings), disabled: warnings === 0 },
      ]}
    />
  )
}

/** ↑ ↓ Home End from issue to issue, I to the next one and its step. After a repair the focus goes to what took its place. */
function useIssueKeys(list: readonly Problem[], jump: (problem: Problem) => void) {
  const listRef = useRef<HTMLElement>(null)
  const kept = useRef<number>(undefined)
  const items = () => [...(listRef.current?.querySelectorAll<HTMLElement>('[data-issue]') ?? [])]
  const place = () => items().findIndex((item) => item.closest('li')?.contains(document.activeElement))

  // The problems follow a moment after the repair: only then is the pressed button gone, and the focus with it.
  useLayoutEffect(() => {
    const at = kept.current
    if (at === undefined || document.activeElement !== document.body) return
    kept.current = undefined
    const all = items()
    const next = all[Math.min(at, all.length - 1)] ?? listRef.current
    next?.focus()
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || list.length === 0) return
    // The choice of what is shown has arrow keys of its own.
    if (event.target instanceof HTMLInputElement) return
    kept.current = undefined
    const at = place()
    const targets: Record<string, number> = {
      ArrowDown: Math.min(at + 1, list.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: list.length - 1,
      i: (at + 1) % list.length,
    }
    const next = targets[event.key]
    if (next === undefined) return
    event.preventDefault()
    items()[next]?.focus()
    const problem = list[next]
    if (event.key === 'i' && problem) jump(problem)
  }
  return {
    listRef,
    onKeyDown,
    repairAt: (at: number, repair: () => void) => {
      kept.current = at
      repair()
    },
  }
}
