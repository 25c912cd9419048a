import type { Problem, Repair } from '@throughline/flow/compile'
import { CircleAlert, TriangleAlert, Wand2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { StepGlyph } from '../canvas/step-kinds.tsx'
import type { DrawnStep } from '../model/drawing.ts'
import { texts } from './issues.texts.ts'

const { where } = texts
const counted: Record<string, (n: number) => string> = {
  branches: where.branch,
  fields: where.field,
  approvers: where.approver,
  escalation: where.escalation,
}
const named: Record<string, string> = {
  else: where.else,
  each: where.each,
  due: where.due,
  input: where.input,
  output: where.output,
}

/** Which part of its step a problem is in, in words; empty where the step says enough. */
function partOfStep(path: string): string {
  const [, top = '', key = '', part = '', place = ''] = path.split('/')
  if (top === 'start_fields') return where.startField(Number(key) + 1)
  if (top === 'variables') return where.variable(key)
  if (top !== 'steps') return top === 'due' ? where.due : ''
  const count = Object.hasOwn(counted, part) ? counted[part] : undefined
  if (count && /^\d+$/.test(place)) return count(Number(place) + 1)
  return (Object.hasOwn(named, part) && named[part]) || ''
}

type IssueItemProps = {
  problem: Problem
  drawn: DrawnStep | undefined
  current: boolean
  onJump: () => void
  onRepair: ((repair: Repair) => void) | undefined
}

export function IssueItem({ problem, drawn, current, onJump, onRepair }: IssueItemProps) {
  const { level, path, text, repairs } = problem
  const Icon = level === 'E' ? CircleAlert : TriangleAlert
  const place = partOfStep(path)
  return (
    <li className={cn('border-b px-4 py-3', current && 'bg-accent-subtle')}>
      <button
        type="button"
        data-issue
        aria-current={current || undefined}
        onClick={onJump}
        className="flex w-full items-center gap-2 rounded-xs text-left text-xs text-fg-2"
      >
        <Icon
          size={14}
          aria-label={level === 'E' ? texts.error : texts.warning}
          className={cn('shrink-0', level === 'E' ? 'text-danger-fg' : 'text-warning-fg')}
        />
        {drawn && <StepGlyph type={drawn.step.type} size={18} />}
        <span translate="no" className="min-w-0 truncate font-medium text-fg">
          {drawn ? texts.step(drawn.n, drawn.name) : texts.workflow}
        </span>
        {place && <span className="shrink-0 text-fg-3">{place}</span>}
      </button>
      <p className="mt-1 pl-[22px] text-sm">{text}</p>
      {onRepair && repairs.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-1.5 pl-[22px]">
          {repairs.map((repair, n) => (
            <Button
              key={repair.label}
              size="sm"
              className="h-auto! min-h-(--control-sm) max-w-full py-0.5 text-left whitespace-normal!"
              onClick={() => onRepair(repair)}
              {...(n === 0 && { icon: Wand2 })}
            >
              {repair.label}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}
